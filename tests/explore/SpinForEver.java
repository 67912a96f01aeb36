// finds: livelock: the same states again and again
public class SpinForEver {
    static volatile boolean ready;

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { boolean seen = ready; }), b = new Thread(() -> { while (!ready) { } });
        a.start();
        b.start();
        a.join();
        b.join();
        
    }
}

public class NothingShared {
    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { int[] own = new int[2]; for (int i = 0; i < 2; i++) own[i]++; }), b = new Thread(() -> { int[] own = new int[2]; for (int i = 0; i < 2; i++) own[i]++; });
        a.start();
        b.start();
        a.join();
        b.join();
        
    }
}

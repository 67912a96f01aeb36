// Many threads, few at a time: each is started and joined before the next, and has little to do.
public class Starts {
    static int done;

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2000;
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(() -> done++);
            thread.start();
            thread.join();
        }
        System.out.println(done);
    }
}

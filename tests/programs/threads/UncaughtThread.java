// One thread dies of an uncaught exception (stack trace on stderr); main goes on.
public class UncaughtThread {
    static int shared;

    static void fail(int depth) {
        if (depth == 0) {
            throw new IllegalStateException("boom", new RuntimeException("cause"));
        }
        fail(depth - 1);
    }

    static class Task implements Runnable {
        @Override
        public void run() {
            synchronized (UncaughtThread.class) {
                shared = 5;
                fail(2);
                shared = 6;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(new Task(), "doomed");
        t.start();
        t.join();
        synchronized (UncaughtThread.class) {
            System.out.println("monitor released, shared " + shared);
        }
        System.out.println(t.getState() + " " + t.isAlive());
        Thread after = new Thread(() -> System.out.println("others still run"));
        after.start();
        after.join();
        System.out.println("main ends normally");
    }
}

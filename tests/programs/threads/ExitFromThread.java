// System.exit called by a non-main thread while other user threads block for ever.
import java.util.concurrent.CountDownLatch;

public class ExitFromThread {
    public static void main(String[] args) throws Exception {
        CountDownLatch ready = new CountDownLatch(3);
        Object lock = new Object();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook ran")));
        for (int i = 0; i < 3; i++) {
            final int id = i;
            new Thread(() -> {
                synchronized (lock) {
                    ready.countDown();
                    try {
                        while (true) {
                            lock.wait();
                        }
                    } catch (InterruptedException e) {
                        System.out.println("not expected");
                    } finally {
                        System.out.println("finally must not run " + id);
                    }
                }
            }).start();
        }
        Thread killer = new Thread(() -> {
            try {
                ready.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            System.out.println("exiting");
            try {
                System.exit(3);
            } finally {
                System.out.println("finally must not run");
            }
        });
        killer.start();
        killer.join();
        System.out.println("main must not get here");
    }
}

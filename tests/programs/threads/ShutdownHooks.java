// Shutdown hooks run after the last user thread ends; removed hooks do not run.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;

public class ShutdownHooks {
    static final List<String> log = Collections.synchronizedList(new ArrayList<>());

    public static void main(String[] args) throws Exception {
        CountDownLatch collected = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            final int id = i;
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                log.add("hook " + id);
                collected.countDown();
            }));
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                collected.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            Collections.sort(log);
            System.out.println(log);
            try {
                Runtime.getRuntime().addShutdownHook(new Thread());
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }));
        Thread removed = new Thread(() -> System.out.println("removed hook ran"));
        Runtime.getRuntime().addShutdownHook(removed);
        System.out.println("removed " + Runtime.getRuntime().removeShutdownHook(removed));
        System.out.println("again " + Runtime.getRuntime().removeShutdownHook(removed));
        Thread running = new Thread(() -> log.add("user thread"));
        running.start();
        try {
            Thread twice = new Thread();
            Runtime.getRuntime().addShutdownHook(twice);
            Runtime.getRuntime().addShutdownHook(twice);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        running.join();
        System.out.println("main ends");
    }
}

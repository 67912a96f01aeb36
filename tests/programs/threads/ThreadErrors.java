// IllegalThreadStateException: start twice, restart, setDaemon while alive; null targets.
import java.util.concurrent.CountDownLatch;

public class ThreadErrors {
    interface Action {
        void run() throws Exception;
    }

    static void attempt(String name, Action action) {
        try {
            action.run();
            System.out.println(name + ": fine");
        } catch (Exception e) {
            System.out.println(name + ": " + e);
        }
    }

    public static void main(String[] args) throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        int[] runs = new int[1];
        Thread t = new Thread(() -> {
            runs[0]++;
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        attempt("set daemon before", () -> t.setDaemon(true));
        attempt("unset daemon before", () -> t.setDaemon(false));
        attempt("start", t::start);
        attempt("start twice", t::start);
        attempt("set daemon alive", () -> t.setDaemon(true));
        attempt("set name alive", () -> t.setName("still alive"));
        attempt("set priority alive", () -> t.setPriority(2));
        go.countDown();
        t.join();
        attempt("restart", t::start);
        attempt("set daemon dead", () -> t.setDaemon(true));
        attempt("interrupt dead", t::interrupt);
        attempt("null name", () -> new Thread(() -> {}, null));
        System.out.println("ran " + runs[0] + " " + t.getName() + " daemon " + t.isDaemon());
        Thread[] racers = new Thread[3];
        int[] refused = new int[3];
        int[] body = new int[1];
        Thread target = new Thread(() -> body[0]++);
        for (int i = 0; i < 3; i++) {
            final int id = i;
            racers[i] = new Thread(() -> {
                try {
                    target.start();
                } catch (IllegalThreadStateException e) {
                    refused[id] = 1;
                }
            });
            racers[i].start();
        }
        for (Thread r : racers) r.join();
        target.join();
        System.out.println("refused " + (refused[0] + refused[1] + refused[2]) + " body ran " + body[0]);
    }
}

// Plain state that only the tasks of a single-thread executor touch.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class SingleOwner {
    static final ExecutorService owner = Executors.newSingleThreadExecutor();
    static int state;

    static void send(int n) {
        owner.execute(() -> state += n);
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> send(1));
        Thread b = new Thread(() -> send(20));
        a.start();
        b.start();
        a.join();
        b.join();
        int last = owner.submit(() -> state + 300).get();
        owner.shutdown();
        owner.awaitTermination(1, TimeUnit.SECONDS);
        System.out.println(last + " " + state);
    }
}

// The reference is atomic, the object behind it is mutable and shared.
// expect race AtomicHolder$Stats.calls @inc @inc
import java.util.concurrent.atomic.AtomicReference;

public class AtomicHolder {
    static class Stats {
        int calls;
    }

    static final AtomicReference<Stats> current = new AtomicReference<>(new Stats());

    static void call() {
        Stats s = current.get();
        s.calls++; // @inc
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(AtomicHolder::call);
        Thread t2 = new Thread(AtomicHolder::call);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(current.get().calls <= 2);
    }
}

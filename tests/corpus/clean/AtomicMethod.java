// Atomic methods in the usual patterns: one critical section, nested critical sections, one atomic step.
import deadheat.Atomic;
import java.util.concurrent.atomic.AtomicInteger;

public class AtomicMethod {
    static final Object outer = new Object();
    static final Object inner = new Object();
    static final AtomicInteger steps = new AtomicInteger();
    static int a;
    static int b;

    @Atomic
    static void move(int n) {
        synchronized (outer) {
            a -= n;
            synchronized (inner) {
                b += n;
            }
        }
    }

    @Atomic
    static void step() {
        steps.incrementAndGet();
    }

    static void work(int n) {
        move(n);
        step();
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> work(2));
        Thread t2 = new Thread(() -> work(3));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(a + " " + b + " " + steps.get());
    }
}

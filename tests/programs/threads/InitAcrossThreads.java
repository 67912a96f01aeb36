// Threads meet in class initialisers: one waits for the other's superclass, interface, failing initialiser; a class is initialised once.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

public class InitAcrossThreads {
    static final CountDownLatch IN_BASE = new CountDownLatch(1), IN_FACE = new CountDownLatch(1), IN_BAD = new CountDownLatch(1);
    static final AtomicInteger RUNS = new AtomicInteger();

    static void pause() {
        for (int i = 0; i < 50; i++) Thread.yield();
    }

    static class Base {
        static int value;
        static { IN_BASE.countDown(); pause(); value = 7; RUNS.incrementAndGet(); }
    }
    static class Heir extends Base { static int twice = 2 * value; static { RUNS.incrementAndGet(); } }
    static class Silent extends Base { static int get() { return value; } }

    interface Face { int V = slowly(); default int v() { return V; } static int slowly() { IN_FACE.countDown(); pause(); return 9; } }
    static class Wearer implements Face { static int w = V + 1; }

    static class Bad {
        static int x = fail();
        static int fail() { IN_BAD.countDown(); pause(); throw new IllegalStateException("bad"); }
    }
    static class Worse extends Bad { static int y = 1; static void f() { } }

    static class Left { static { RUNS.incrementAndGet(); } static int l = Right.r + 1; }
    static class Right { static { RUNS.incrementAndGet(); } static int r = 5; }

    static Thread start(Runnable body) {
        Thread t = new Thread(body);
        t.start();
        return t;
    }

    public static void main(String[] args) throws Exception {
        int[] seen = new int[8];
        String[] errors = new String[2];
        Thread[] threads = {
            start(() -> seen[0] = Base.value),
            start(() -> { await(IN_BASE); seen[1] = Heir.twice; }),
            start(() -> { await(IN_BASE); seen[2] = Silent.get(); }),
            start(() -> seen[3] = Face.V),
            start(() -> { await(IN_FACE); seen[4] = Wearer.w; }),
            start(() -> { try { seen[5] = Bad.x; } catch (Throwable t) { errors[0] = t + " " + t.getCause(); } }),
            start(() -> { await(IN_BAD); try { Worse.f(); } catch (Throwable t) { errors[1] = t.toString(); } }),
            start(() -> seen[6] = Left.l),
            start(() -> seen[7] = Left.l + Right.r),
        };
        for (Thread t : threads) t.join();
        System.out.println(java.util.Arrays.toString(seen) + " " + RUNS);
        System.out.println(errors[0]);
        System.out.println(errors[1]);
        try {
            Worse.f();
        } catch (Throwable t) {
            System.out.println(t);
        }
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

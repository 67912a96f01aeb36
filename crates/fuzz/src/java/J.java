import java.lang.invoke.VarHandle;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What programs call, for the real java: delays between statements, which are full fences, too. */
public class J {
    static volatile long seed;
    static volatile boolean eager;
    static final AtomicInteger ready = new AtomicInteger();
    static final AtomicInteger streams = new AtomicInteger();
    static final ThreadLocal<SplittableRandom> RANDOM =
        ThreadLocal.withInitial(() -> new SplittableRandom(seed + 7919L * streams.incrementAndGet()));

    static void begin(long seed, boolean eager) {
        J.seed = seed;
        J.eager = eager;
        streams.set(0);
        ready.set(0);
    }

    /** Waits a little for another thread: starting one takes longer than most bodies do. */
    public static void ready() {
        ready.incrementAndGet();
        long end = System.nanoTime() + 150_000;
        while (ready.get() < 2 && System.nanoTime() < end) Thread.onSpinWait();
        at();
    }

    public static void at() {
        VarHandle.fullFence();
        if (eager) return;
        SplittableRandom random = RANDOM.get();
        switch (random.nextInt(4)) {
            case 0: break;
            case 1: Thread.yield(); break;
            default: for (int i = random.nextInt(120); i > 0; i--) Thread.onSpinWait();
        }
        VarHandle.fullFence();
    }

//COMMON
}

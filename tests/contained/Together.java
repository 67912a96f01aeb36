// Two threads: one frees a block and allocates another while the other writes, and both write where they must not. All interleavings.
// command: explore
import java.util.concurrent.atomic.AtomicInteger;
import sun.misc.Unsafe;

public class Together extends Attempts {
    volatile Object shared;
    volatile int number;
    static long block;
    static final AtomicInteger faults = new AtomicInteger();

    static void count(Attempt attempt) {
        try {
            attempt.run();
        } catch (InternalError e) {
            faults.incrementAndGet();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Together together = new Together();
        long object = U.objectFieldOffset(Together.class.getDeclaredField("shared"));
        long number = U.objectFieldOffset(Together.class.getDeclaredField("number"));
        int[] ints = new int[2];
        block = U.allocateMemory(16);
        Thread other = new Thread(() -> {
            count(() -> U.putLong(block, 1));
            count(() -> U.compareAndSwapInt(together, object, 0, 7));
            count(() -> U.putIntVolatile(ints, Unsafe.ARRAY_INT_BASE_OFFSET + 8L, 1));
            count(() -> U.putLong(block + 8, 2));
        });
        other.start();
        U.freeMemory(block);
        block = U.allocateMemory(16);
        count(() -> U.putObjectVolatile(together, number, "text"));
        U.putObjectVolatile(together, object, ints);
        other.join();
        if (ints.length != 2 || together.number != 0 || faults.get() < 3 || U.getLong(block) > 1) {
            throw new AssertionError(faults.get());
        }
    }
}

// AtomicIntegerArray, AtomicLongArray and AtomicReferenceArray shared by threads.
import java.util.concurrent.atomic.*;

public class AtomicArrays {
    record Node(int value, Node next) {}

    public static void main(String[] args) throws Exception {
        AtomicIntegerArray ints = new AtomicIntegerArray(8);
        AtomicLongArray longs = new AtomicLongArray(new long[] {10, 20, 30});
        AtomicReferenceArray<Node> buckets = new AtomicReferenceArray<>(4);
        Thread[] threads = new Thread[4];
        for (int t = 0; t < 4; t++) {
            final int id = t;
            threads[t] = new Thread(() -> {
                for (int k = 0; k < 64; k++) {
                    ints.getAndIncrement((k + id) % 8);
                    ints.accumulateAndGet((k + id) % 8, 2, (a, b) -> a + b * 10);
                    longs.addAndGet(k % 3, 1L << 32);
                    int v = id * 64 + k;
                    Node old;
                    do {
                        old = buckets.get(v % 4);
                    } while (!buckets.compareAndSet(v % 4, old, new Node(v, old)));
                }
            });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
        System.out.println(ints);
        System.out.println(longs);
        for (int b = 0; b < 4; b++) {
            int n = 0, sum = 0;
            for (Node x = buckets.get(b); x != null; x = x.next()) {
                n++;
                sum += x.value();
            }
            System.out.println("bucket " + b + ": " + n + " nodes, sum " + sum);
        }
        System.out.println(ints.length() + " " + longs.length() + " " + buckets.length());
        System.out.println(ints.getAndSet(3, -1) + " " + ints.compareAndSet(3, -1, 4) + " " + ints.getAndUpdate(3, x -> x + 1) + " " + ints.get(3));
        System.out.println(longs.getAndDecrement(0) - longs.decrementAndGet(0));
        AtomicReferenceArray<String> s = new AtomicReferenceArray<>(new String[] {"a", null, "c"});
        System.out.println(s.getAndSet(1, "b") + " " + s.updateAndGet(0, x -> x + x) + " " + s);
        for (Runnable bad : new Runnable[] {() -> ints.get(8), () -> longs.set(-1, 0), () -> s.get(3)}) {
            try {
                bad.run();
            } catch (IndexOutOfBoundsException e) {
                System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
            }
        }
    }
}

// AtomicStampedReference against ABA, AtomicMarkableReference as a deletion mark.
import java.util.concurrent.atomic.*;

public class StampedMarkable {
    public static void main(String[] args) throws Exception {
        String a = "A", b = "B";
        AtomicReference<String> naive = new AtomicReference<>(a);
        AtomicStampedReference<String> stamped = new AtomicStampedReference<>(a, 0);
        int[] holder = new int[1];
        String seen = stamped.get(holder);
        int stamp = holder[0];
        Thread aba = new Thread(() -> {
            naive.set(b);
            naive.set(a);
            stamped.compareAndSet(a, b, 0, 1);
            stamped.compareAndSet(b, a, 1, 2);
        });
        aba.start();
        aba.join();
        System.out.println("naive fooled " + naive.compareAndSet(seen, "C"));
        System.out.println("stamped fooled " + stamped.compareAndSet(seen, "C", stamp, stamp + 1));
        System.out.println(stamped.getReference() + " " + stamped.getStamp());
        System.out.println(stamped.attemptStamp(a, 10) + " " + stamped.attemptStamp(b, 11) + " " + stamped.getStamp());

        Integer zero = 0;
        AtomicStampedReference<Integer> counter = new AtomicStampedReference<>(zero, 0);
        Thread[] threads = new Thread[4];
        for (int t = 0; t < 4; t++) {
            threads[t] = new Thread(() -> {
                int[] s = new int[1];
                for (int k = 0; k < 50; k++) {
                    Integer old;
                    do {
                        old = counter.get(s);
                    } while (!counter.compareAndSet(old, old + 2, s[0], s[0] + 1));
                }
            });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
        System.out.println(counter.getReference() + " with stamp " + counter.getStamp());

        AtomicMarkableReference<String> mark = new AtomicMarkableReference<>(a, false);
        AtomicInteger deleters = new AtomicInteger();
        for (int t = 0; t < 4; t++) {
            threads[t] = new Thread(() -> {
                if (mark.compareAndSet(a, a, false, true)) deleters.incrementAndGet();
            });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
        boolean[] m = new boolean[1];
        System.out.println(mark.get(m) + " " + m[0] + " deleters " + deleters);
        System.out.println(mark.attemptMark(a, false) + " " + mark.isMarked());
        mark.set(b, true);
        System.out.println(mark.getReference() + " " + mark.isMarked() + " " + mark.weakCompareAndSet(a, b, true, true));
    }
}

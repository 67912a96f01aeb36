// ThreadLocalRandom, shared Random and SplittableRandom: ranges and seeded sequences only.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class RandomLocal {
    public static void main(String[] args) throws Exception {
        AtomicInteger outside = new AtomicInteger();
        AtomicInteger draws = new AtomicInteger();
        Thread[] threads = new Thread[3];
        for (int t = 0; t < 3; t++) {
            threads[t] = new Thread(() -> {
                ThreadLocalRandom r = ThreadLocalRandom.current();
                for (int k = 0; k < 50; k++) {
                    int i = r.nextInt(10, 20);
                    double d = r.nextDouble();
                    long l = r.nextLong(5);
                    if (i < 10 || i >= 20 || d < 0 || d >= 1 || l < 0 || l >= 5) outside.incrementAndGet();
                    draws.incrementAndGet();
                }
                if (r != ThreadLocalRandom.current()) outside.incrementAndGet();
            });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
        System.out.println("outside " + outside + " draws " + draws);
        try {
            ThreadLocalRandom.current().setSeed(1);
        } catch (UnsupportedOperationException e) {
            System.out.println("cannot be seeded");
        }
        List<Integer> expected = new ArrayList<>();
        Random same = new Random(42);
        for (int i = 0; i < 90; i++) expected.add(same.nextInt(1000));
        Random shared = new Random(42);
        List<Integer> got = Collections.synchronizedList(new ArrayList<>());
        for (int t = 0; t < 3; t++) {
            threads[t] = new Thread(() -> {
                for (int k = 0; k < 30; k++) got.add(shared.nextInt(1000));
            });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
        Collections.sort(expected);
        List<Integer> sorted = new ArrayList<>(got);
        Collections.sort(sorted);
        System.out.println("shared Random hands out the same numbers " + sorted.equals(expected) + " " + expected.get(0));
        SplittableRandom root = new SplittableRandom(7);
        int[] sums = new int[3];
        for (int t = 0; t < 3; t++) {
            final int id = t;
            SplittableRandom mine = root.split();
            threads[t] = new Thread(() -> {
                for (int k = 0; k < 20; k++) sums[id] += mine.nextInt(100);
            });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
        System.out.println(sums[0] + " " + sums[1] + " " + sums[2]);
        System.out.println(ThreadLocalRandom.current().ints(20, 0, 5).allMatch(i -> i >= 0 && i < 5));
    }
}

// AtomicInteger, AtomicLong, AtomicBoolean, AtomicReference under contention.
import java.util.concurrent.atomic.*;

public class AtomicNumbers {
    record Pair(int low, int high) {}

    public static void main(String[] args) throws Exception {
        AtomicInteger i = new AtomicInteger();
        AtomicInteger max = new AtomicInteger(Integer.MIN_VALUE);
        AtomicLong l = new AtomicLong();
        AtomicLong product = new AtomicLong(1);
        AtomicBoolean flag = new AtomicBoolean();
        AtomicInteger flips = new AtomicInteger();
        AtomicReference<Pair> range = new AtomicReference<>(new Pair(0, 0));
        Thread[] threads = new Thread[4];
        for (int t = 0; t < 4; t++) {
            final int id = t;
            threads[t] = new Thread(() -> {
                for (int k = 0; k < 50; k++) {
                    i.incrementAndGet();
                    i.addAndGet(2);
                    i.getAndDecrement();
                    max.accumulateAndGet(id * 100 + k, Math::max);
                    l.getAndAdd(1L << 33);
                    l.updateAndGet(x -> x + id);
                    long seen;
                    do {
                        seen = product.get();
                    } while (!product.compareAndSet(seen, seen * 3));
                    if (flag.compareAndSet(false, true)) {
                        flips.getAndIncrement();
                        flag.set(false);
                    }
                    range.updateAndGet(p -> new Pair(p.low() - 1, p.high() + 2));
                }
            });
        }
        for (Thread t : threads) t.start();
        for (Thread t : threads) t.join();
        System.out.println(i + " " + max + " " + l + " " + product);
        System.out.println(range.get() + " " + flag + " " + (flips.get() > 0));
        System.out.println(i.getAndSet(5) + " " + i.getAndUpdate(x -> x * x) + " " + i.getAndAccumulate(3, (a, b) -> a - b) + " " + i);
        System.out.println(i.compareAndSet(1, 2) + " " + i.compareAndSet(22, 2) + " " + i.compareAndExchange(2, 9) + " " + i.compareAndExchange(2, 8) + " " + i);
        System.out.println(i.doubleValue() + " " + l.intValue() + " " + i.getPlain() + " " + i.getOpaque() + " " + i.getAcquire());
        i.setRelease(70);
        i.setOpaque(71);
        i.setPlain(72);
        i.lazySet(73);
        System.out.println(i.get() + " " + flag.getAndSet(true) + " " + flag.compareAndExchange(true, false) + " " + flag.get());
        String a = "a";
        AtomicReference<String> r = new AtomicReference<>(a);
        System.out.println(r.compareAndSet(new String("a"), "b") + " " + r.compareAndSet(a, "b") + " " + r.getAndSet("c") + " " + r);
        System.out.println(r.accumulateAndGet("d", String::concat) + " " + r.getAndAccumulate("e", String::concat) + " " + r.compareAndExchange("zz", "y"));
    }
}

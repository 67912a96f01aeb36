// Several threads race to initialise one class: it happens once, the others wait for it.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

public class ClassInitRace {
    static final AtomicInteger inits = new AtomicInteger();
    static final AtomicInteger failures = new AtomicInteger();

    static class Slow {
        static int value = 1;
        static final int[] table = new int[50];

        static {
            inits.incrementAndGet();
            for (int i = 0; i < 50; i++) {
                table[i] = i * i;
                Thread.yield();
            }
            try {
                Thread.sleep(2);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            value = 99;
        }

        static int get() {
            return value + table[49];
        }
    }

    static class Bad {
        static {
            failures.incrementAndGet();
            if (failures.get() > 0) throw new IllegalStateException("bad init");
        }

        static void touch() {
        }
    }

    public static void main(String[] args) throws Exception {
        int n = 5;
        CountDownLatch go = new CountDownLatch(1);
        int[] got = new int[n];
        String[] errors = new String[n];
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            final int id = i;
            threads[i] = new Thread(() -> {
                try {
                    go.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                got[id] = id % 2 == 0 ? Slow.get() : new Slow().hashCode() * 0 + Slow.value + Slow.table[49];
                try {
                    Bad.touch();
                } catch (ExceptionInInitializerError e) {
                    errors[id] = "first: " + e.getCause();
                } catch (NoClassDefFoundError e) {
                    errors[id] = "later: " + e.getMessage();
                }
            });
            threads[i].start();
        }
        go.countDown();
        for (Thread t : threads) t.join();
        for (int v : got) System.out.println(v);
        System.out.println("inits " + inits + " failures " + failures);
        java.util.Arrays.sort(errors);
        for (String e : errors) System.out.println(e);
    }
}

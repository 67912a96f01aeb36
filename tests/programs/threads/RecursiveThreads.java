// Threads that start threads: a binary tree of joins, and a chain that hands on a baton.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

public class RecursiveThreads {
    static final AtomicInteger started = new AtomicInteger();

    static class Summer extends Thread {
        final int lo, hi;
        int result;

        Summer(int lo, int hi) {
            this.lo = lo;
            this.hi = hi;
            started.incrementAndGet();
        }

        @Override
        public void run() {
            if (hi - lo <= 4) {
                for (int i = lo; i < hi; i++) result += i;
                return;
            }
            int mid = (lo + hi) / 2;
            Summer left = new Summer(lo, mid);
            Summer right = new Summer(mid, hi);
            left.start();
            right.start();
            try {
                left.join();
                right.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            result = left.result + right.result;
        }
    }

    static void chain(int depth, StringBuilder baton, CountDownLatch end) {
        baton.append(depth).append(' ');
        if (depth == 0) {
            end.countDown();
        } else {
            new Thread(() -> chain(depth - 1, baton, end), "link-" + depth).start();
        }
    }

    static int fib(int n) throws InterruptedException {
        if (n < 2) return n;
        int[] left = new int[1];
        Thread t = new Thread(() -> {
            try {
                left[0] = fib(n - 1);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        int right = fib(n - 2);
        t.join();
        return left[0] + right;
    }

    public static void main(String[] args) throws Exception {
        Summer root = new Summer(0, 128);
        root.start();
        root.join();
        System.out.println("sum " + root.result + " threads " + started);
        StringBuilder baton = new StringBuilder();
        CountDownLatch end = new CountDownLatch(1);
        chain(20, baton, end);
        end.await();
        System.out.println(baton.toString().trim());
        System.out.println("fib " + fib(9));
    }
}

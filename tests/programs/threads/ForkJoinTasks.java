// ForkJoinPool of its own: RecursiveTask sum and Fibonacci, RecursiveAction, exceptions.
import java.util.concurrent.*;

public class ForkJoinTasks {
    static class Sum extends RecursiveTask<Long> {
        final int[] a;
        final int lo, hi;

        Sum(int[] a, int lo, int hi) {
            this.a = a;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected Long compute() {
            if (hi - lo <= 16) {
                long s = 0;
                for (int i = lo; i < hi; i++) s += a[i];
                return s;
            }
            int mid = (lo + hi) >>> 1;
            Sum left = new Sum(a, lo, mid);
            left.fork();
            return new Sum(a, mid, hi).compute() + left.join();
        }
    }

    static class Fib extends RecursiveTask<Integer> {
        final int n;

        Fib(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            Fib a = new Fib(n - 1), b = new Fib(n - 2);
            invokeAll(a, b);
            return a.join() + b.join();
        }
    }

    static class Doubler extends RecursiveAction {
        final int[] a;
        final int lo, hi;

        Doubler(int[] a, int lo, int hi) {
            this.a = a;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo == 1) {
                if (a[lo] < 0) throw new IllegalArgumentException("negative at " + lo);
                a[lo] *= 2;
            } else {
                int mid = (lo + hi) >>> 1;
                invokeAll(new Doubler(a, lo, mid), new Doubler(a, mid, hi));
            }
        }
    }

    public static void main(String[] args) throws Exception {
        int[] a = new int[300];
        for (int i = 0; i < a.length; i++) a[i] = i;
        ForkJoinPool pool = new ForkJoinPool(3);
        System.out.println("sum " + pool.invoke(new Sum(a, 0, a.length)));
        System.out.println("fib " + pool.submit(new Fib(11)).get());
        pool.invoke(new Doubler(a, 0, 64));
        System.out.println(a[0] + " " + a[63] + " " + a[64]);
        a[5] = -1;
        try {
            pool.invoke(new Doubler(a, 0, 8));
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage().endsWith("negative at 5"));
        }
        Future<String> f = pool.submit(() -> "callable in pool " + (ForkJoinTask.getPool() == pool));
        System.out.println(f.get() + " parallelism " + pool.getParallelism() + " inside " + ForkJoinTask.inForkJoinPool());
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.HOURS) + " " + pool.isTerminated());
        try {
            pool.submit(new Fib(3));
        } catch (RejectedExecutionException e) {
            System.out.println("rejected");
        }
    }
}

// ForkJoinPool.commonPool: invoke, submit, CountedCompleter, adapt, daemon workers.
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class CommonPool {
    static class Quick extends RecursiveAction {
        final int[] a;
        final int lo, hi;

        Quick(int[] a, int lo, int hi) {
            this.a = a;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (lo >= hi) return;
            int pivot = a[(lo + hi) >>> 1], i = lo, j = hi;
            while (i <= j) {
                while (a[i] < pivot) i++;
                while (a[j] > pivot) j--;
                if (i <= j) {
                    int t = a[i];
                    a[i++] = a[j];
                    a[j--] = t;
                }
            }
            invokeAll(new Quick(a, lo, j), new Quick(a, i, hi));
        }
    }

    static class Visit extends CountedCompleter<Void> {
        final LongAdder total;
        final int lo, hi;

        Visit(CountedCompleter<?> parent, LongAdder total, int lo, int hi) {
            super(parent);
            this.total = total;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        public void compute() {
            if (hi - lo >= 2) {
                int mid = (lo + hi) >>> 1;
                setPendingCount(2);
                new Visit(this, total, lo, mid).fork();
                new Visit(this, total, mid, hi).fork();
            } else if (hi > lo) {
                total.add(lo);
            }
            tryComplete();
        }
    }

    public static void main(String[] args) throws Exception {
        int[] a = new int[200];
        for (int i = 0; i < a.length; i++) a[i] = (i * 7919) % 211;
        ForkJoinPool.commonPool().invoke(new Quick(a, 0, a.length - 1));
        boolean sorted = true;
        for (int i = 1; i < a.length; i++) sorted &= a[i - 1] <= a[i];
        System.out.println("sorted " + sorted + " " + a[0] + " " + a[199]);
        LongAdder total = new LongAdder();
        new Visit(null, total, 0, 100).invoke();
        System.out.println("visited " + total);
        ForkJoinTask<Integer> task = ForkJoinTask.adapt(() -> 6 * 7).fork();
        System.out.println(task.join() + " " + task.isCompletedNormally());
        ForkJoinTask<?> failing = ForkJoinPool.commonPool().submit(() -> { throw new IllegalStateException("bad"); });
        try {
            failing.get();
        } catch (ExecutionException e) {
            Throwable t = e;
            while (t.getCause() != null) t = t.getCause();
            System.out.println(t.getMessage() + " " + failing.isCompletedAbnormally());
        }
        AtomicInteger hits = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(20);
        for (int i = 0; i < 20; i++) {
            ForkJoinPool.commonPool().execute(() -> {
                hits.incrementAndGet();
                all.countDown();
            });
        }
        System.out.println(all.await(1, TimeUnit.HOURS) + " " + hits);
        ForkJoinPool.commonPool().shutdown();
        System.out.println("common pool ignores shutdown " + ForkJoinPool.commonPool().submit(() -> 1).get());
        ForkJoinPool.commonPool().execute(() -> {
            try {
                Thread.sleep(86_400_000);
            } catch (InterruptedException e) {
                System.out.println("not expected");
            }
        });
    }
}

// A recursive sum: each task writes its own field, the parent reads it after join.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

public class ForkJoinSum {
    static final int[] data = {1, 2, 3, 4};

    static class Sum extends RecursiveAction {
        final int from;
        final int to;
        int result;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from == 1) {
                result = data[from];
                return;
            }
            int mid = (from + to) / 2;
            Sum left = new Sum(from, mid);
            Sum right = new Sum(mid, to);
            left.fork();
            right.compute();
            left.join();
            result = left.result + right.result;
        }
    }

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(2);
        Sum all = new Sum(0, 4);
        pool.invoke(all);
        pool.shutdown();
        System.out.println(all.result);
    }
}

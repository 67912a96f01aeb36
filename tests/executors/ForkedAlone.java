// finds: 1
// fewer ends: workers are daemons, which the end of the guest cuts short anywhere
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveTask;

/** A pool of one worker: what it forks it runs itself. */
public class ForkedAlone {
    static class Sum extends RecursiveTask<Integer> {
        final int from;
        final int to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from < 2) {
                return from;
            }
            int middle = (from + to) / 2;
            Sum left = new Sum(from, middle);
            left.fork();
            return new Sum(middle, to).compute() + left.join();
        }
    }

    public static void main(String[] args) {
        Outcome.is(new ForkJoinPool(1).invoke(new Sum(0, 4)));
    }
}

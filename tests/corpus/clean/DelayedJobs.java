// A DelayQueue gives its elements to another thread after a while.
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

public class DelayedJobs {
    static class Job implements Delayed {
        final long due;
        int value;

        Job(int value, int millis) {
            this.due = System.nanoTime() + millis * 1_000_000L;
            this.value = value;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(due, ((Job) other).due);
        }
    }

    static final DelayQueue<Job> queue = new DelayQueue<>();
    static int sum;

    static void take() {
        try {
            for (int i = 0; i < 2; i++) {
                Job j = queue.take();
                j.value++;
                sum += j.value;
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void put() {
        queue.put(new Job(10, 3));
        queue.put(new Job(20, 1));
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(DelayedJobs::take);
        Thread t2 = new Thread(DelayedJobs::put);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(sum);
    }
}

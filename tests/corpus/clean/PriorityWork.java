// A PriorityBlockingQueue as the hand-over; the consumer changes what it takes.
import java.util.concurrent.PriorityBlockingQueue;

public class PriorityWork {
    static class Task implements Comparable<Task> {
        final int rank;
        int done;

        Task(int rank) {
            this.rank = rank;
        }

        @Override
        public int compareTo(Task o) {
            return Integer.compare(rank, o.rank);
        }
    }

    static final PriorityBlockingQueue<Task> queue = new PriorityBlockingQueue<>();
    static int sum;

    static void produce() {
        for (int i = 3; i > 0; i--) {
            Task t = new Task(i);
            t.done = i;
            queue.put(t);
        }
    }

    static void consume() {
        try {
            for (int i = 0; i < 3; i++) {
                Task t = queue.take();
                t.done += 5;
                sum += t.done;
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(PriorityWork::produce);
        Thread t2 = new Thread(PriorityWork::consume);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(sum);
    }
}

// Work is taken from both ends of a ConcurrentLinkedDeque; each job belongs to who took it.
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;

public class WorkDeque {
    static class Job {
        int value;
    }

    static final ConcurrentLinkedDeque<Job> jobs = new ConcurrentLinkedDeque<>();
    static final AtomicInteger sum = new AtomicInteger();

    static void work(boolean front) {
        Job j;
        while ((j = front ? jobs.pollFirst() : jobs.pollLast()) != null) {
            j.value *= 2;
            sum.addAndGet(j.value);
        }
    }

    public static void main(String[] args) throws Exception {
        for (int i = 1; i <= 4; i++) {
            Job j = new Job();
            j.value = i;
            jobs.add(j);
        }
        Thread a = new Thread(() -> work(true));
        Thread b = new Thread(() -> work(false));
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(sum.get());
    }
}

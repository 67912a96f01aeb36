// Work stealing by hand: own deque taken from the back, others robbed from the front.
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

public class WorkStealing {
    record Range(int lo, int hi) {}

    static class Worker extends Thread {
        final ArrayDeque<Range> deque = new ArrayDeque<>();
        final Worker[] all;
        final int id;
        int ran;

        Worker(Worker[] all, int id) {
            this.all = all;
            this.id = id;
        }

        void push(Range r) {
            synchronized (deque) {
                deque.addLast(r);
            }
        }

        Range pop() {
            synchronized (deque) {
                return deque.pollLast();
            }
        }

        Range steal() {
            for (int i = 1; i < all.length; i++) {
                Worker victim = all[(id + i) % all.length];
                synchronized (victim.deque) {
                    Range r = victim.deque.pollFirst();
                    if (r != null) return r;
                }
            }
            return null;
        }

        @Override
        public void run() {
            while (remaining.get() > 0) {
                Range r = pop();
                if (r == null) r = steal();
                if (r == null) {
                    Thread.yield();
                    continue;
                }
                if (r.hi - r.lo <= 8) {
                    for (int i = r.lo; i < r.hi; i++) {
                        sum.addAndGet((long) i * i);
                        ran++;
                    }
                    remaining.addAndGet(r.lo - r.hi);
                } else {
                    int mid = (r.lo + r.hi) / 2;
                    push(new Range(r.lo, mid));
                    push(new Range(mid, r.hi));
                }
            }
        }
    }

    static final AtomicInteger remaining = new AtomicInteger(400);
    static final AtomicLong sum = new AtomicLong();

    public static void main(String[] args) throws Exception {
        Worker[] workers = new Worker[4];
        for (int i = 0; i < 4; i++) workers[i] = new Worker(workers, i);
        workers[0].push(new Range(0, 400));
        for (Worker w : workers) w.start();
        int ran = 0;
        for (Worker w : workers) {
            w.join();
            ran += w.ran;
        }
        long expected = 0;
        for (int i = 0; i < 400; i++) expected += (long) i * i;
        System.out.println("ran " + ran + " remaining " + remaining);
        System.out.println("sum " + sum + " " + (sum.get() == expected));
        for (Worker w : workers) System.out.println("deque " + w.id + " empty " + w.deque.isEmpty());
    }
}

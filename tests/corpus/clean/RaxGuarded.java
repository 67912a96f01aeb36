// The repaired event: the counter is compared and waited for under the monitor (after Figure 12 of Havelund 2000).
public class RaxGuarded {
    static class Event {
        private int count;

        synchronized int awaitChange(int seen) throws InterruptedException {
            while (count == seen) {
                wait();
            }
            return count;
        }

        synchronized void signal() {
            count++;
            notifyAll();
        }
    }

    static final Event planEvent = new Event();
    static final Event execEvent = new Event();

    static void task(Event in, Event out, boolean begins) {
        try {
            int seen = 0;
            for (int round = 0; round < 2; round++) {
                if (begins) {
                    out.signal();
                }
                seen = in.awaitChange(seen);
                if (!begins) {
                    out.signal();
                }
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> task(planEvent, execEvent, false));
        Thread t2 = new Thread(() -> task(execEvent, planEvent, true));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(planEvent.count + " " + execEvent.count);
    }
}

// A task looks at an event's counter without the monitor and then waits: the signal between the two is lost, and the task
// sleeps for ever (after Figure 12 of Havelund 2000). The environment thread signals at any time.
// expect race RaxSignal$Event.count @check @signal
// allow race RaxSignal$Event.count @take @signal
public class RaxSignal {
    static class Event {
        int count;

        synchronized void await() {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        synchronized void signal() {
            count = count + 1; // @signal
            notifyAll();
        }
    }

    static final Event planEvent = new Event();
    static final Event execEvent = new Event();

    static void task(Event in, Event out, boolean begins) {
        int seen = 0;
        for (int round = 0; round < 2; round++) {
            if (begins) {
                out.signal();
            }
            if (seen == in.count) { // @check
                in.await();
            }
            seen = in.count; // @take
            if (!begins) {
                out.signal();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread planner = new Thread(() -> task(planEvent, execEvent, false));
        Thread executive = new Thread(() -> task(execEvent, planEvent, true));
        Thread environment = new Thread(() -> planEvent.signal());
        planner.start();
        executive.start();
        environment.start();
        environment.join();
        executive.join();
        planner.join();
        System.out.println("planned");
    }
}

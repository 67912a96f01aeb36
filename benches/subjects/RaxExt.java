// The Remote Agent with many tasks (Oliveira 2012, raxext): a calendar of events goes round; each task looks at its event's count without the
// event's lock, and may wait for a signal that has been.
// expect race RaxExt$Event.count @look @signal
// expect lost-signal RaxExt.events[]
public class RaxExt {
    static class Event {
        int count;

        synchronized void await() throws InterruptedException {
            wait();
        }

        synchronized void signal() {
            count++; // @signal
            notifyAll();
        }
    }

    /** Waits for its event, does its work, and signals the next one. */
    static class Task extends Thread {
        private final Event own;
        private final Event next;
        private final boolean first;

        Task(int number) {
            super("task-" + number);
            own = events[number];
            next = events[(number + 1) % events.length];
            first = number == 0;
        }

        @Override
        public void run() {
            int seen = 0;
            try {
                for (int round = 0; round < ROUNDS; round++) {
                    if (first) {
                        next.signal();
                    }
                    if (seen == own.count) { // @look
                        own.await();
                    }
                    seen++;
                    if (!first) {
                        next.signal();
                    }
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static final int ROUNDS = 3;
    static Event[] events;

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 13;
        events = new Event[threads];
        for (int i = 0; i < threads; i++) {
            events[i] = new Event();
        }
        Task[] tasks = new Task[threads];
        // The first task comes last: the others wait already.
        for (int i = threads - 1; i >= 0; i--) {
            tasks[i] = new Task(i);
            tasks[i].start();
        }
        for (Task task : tasks) {
            task.join();
        }
        System.out.println(events[0].count + " rounds");
    }
}

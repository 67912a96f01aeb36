// The Remote Agent's lost signal (Havelund 2000, Figure 12): a planner and an executive look at an event's count before they lock the event and
// wait; among pairs of threads that update objects of their own.
// expect lost-signal Rax.planned Rax.requested
// expect race Rax$Event.count @look @signal
public class Rax {
    static class Event {
        int count;

        synchronized void await() throws InterruptedException {
            wait();
        }

        synchronized void signal() {
            count = (count + 1) % 3; // @signal
            notifyAll();
        }
    }

    /** Waits for one event and signals the other, again and again. */
    static class Agent extends Thread {
        private final Event awaited;
        private final Event signalled;
        private final boolean begins;

        Agent(String name, Event awaited, Event signalled, boolean begins) {
            super(name);
            this.awaited = awaited;
            this.signalled = signalled;
            this.begins = begins;
        }

        @Override
        public void run() {
            int seen = 0;
            try {
                for (int round = 0; round < ROUNDS; round++) {
                    if (begins) {
                        signalled.signal();
                    }
                    if (seen == awaited.count) { // @look
                        awaited.await();
                    }
                    seen = awaited.count;
                    if (!begins) {
                        signalled.signal();
                    }
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** What each pair of the environment shares. */
    static class Shared {
        private int value;

        synchronized void assign(int next) {
            value = next;
        }
    }

    static class Environment extends Thread {
        private final Shared shared;

        Environment(Shared shared) {
            this.shared = shared;
        }

        @Override
        public void run() {
            for (int i = 0; i < UPDATES; i++) {
                shared.assign(i);
            }
        }
    }

    static final int UPDATES = 10_000;
    static final int ROUNDS = 4;
    static final Event requested = new Event();
    static final Event planned = new Event();

    /** The number is that of the environment's threads. */
    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 40;
        Thread[] environment = new Thread[threads];
        Shared shared = null;
        for (int i = 0; i < threads; i++) {
            if (i % 2 == 0) {
                shared = new Shared();
            }
            environment[i] = new Environment(shared);
            environment[i].start();
        }
        Agent planner = new Agent("planner", requested, planned, false);
        Agent executive = new Agent("executive", planned, requested, true);
        planner.start();
        executive.start();
        planner.join();
        executive.join();
        for (Thread thread : environment) {
            thread.join();
        }
        System.out.println(planned.count);
    }
}

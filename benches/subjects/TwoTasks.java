// Two tasks that lock two values in opposite orders (Havelund 2000, Figures 1 and 5), among pairs of threads that update objects of their own.
// expect deadlock TwoTasks.x TwoTasks.y @add
public class TwoTasks {
    static class Value {
        private int amount = 1;

        synchronized int get() {
            return amount;
        }

        synchronized void add(Value other) {
            amount += other.get(); // @add
        }
    }

    static class Task extends Thread {
        private final Value own;
        private final Value other;

        Task(Value own, Value other) {
            this.own = own;
            this.other = other;
        }

        @Override
        public void run() {
            own.add(other);
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
    static final Value x = new Value();
    static final Value y = new Value();

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
        Task one = new Task(x, y);
        Task two = new Task(y, x);
        one.start();
        two.start();
        one.join();
        two.join();
        for (Thread thread : environment) {
            thread.join();
        }
        System.out.println(x.get() + " " + y.get());
    }
}

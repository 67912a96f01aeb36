// notifyAll releases every waiter; notify releases them one at a time.
public class NotifyAllGate {
    static class Gate {
        boolean open;
        int waiting;
        int passed;
        int permits;

        synchronized void pass() throws InterruptedException {
            waiting++;
            notifyAll();
            while (!open) wait();
            waiting--;
            passed++;
        }

        synchronized void take() throws InterruptedException {
            while (permits == 0) wait();
            permits--;
            passed++;
        }

        synchronized void awaitWaiting(int n) throws InterruptedException {
            while (waiting < n) wait();
        }

        synchronized void open() {
            open = true;
            notifyAll();
        }

        synchronized void permit() {
            permits++;
            notify();
        }
    }

    interface Action {
        void run() throws InterruptedException;
    }

    static Thread[] start(int n, Action action) {
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            threads[i] = new Thread(() -> {
                try {
                    action.run();
                } catch (InterruptedException e) {
                    System.out.println("interrupted");
                }
            });
            threads[i].start();
        }
        return threads;
    }

    public static void main(String[] args) throws Exception {
        Gate gate = new Gate();
        Thread[] threads = start(6, gate::pass);
        gate.awaitWaiting(6);
        synchronized (gate) {
            System.out.println("waiting " + gate.waiting + " passed " + gate.passed);
        }
        gate.open();
        for (Thread t : threads) t.join();
        System.out.println("waiting " + gate.waiting + " passed " + gate.passed);

        Gate one = new Gate();
        threads = start(5, one::take);
        for (int i = 0; i < 5; i++) one.permit();
        for (Thread t : threads) t.join();
        System.out.println("permits " + one.permits + " passed " + one.passed);
    }
}

// A pool of objects (Oliveira 2012, pool): idle objects are kept under the pool's lock; whether the pool is closed, and how many are active,
// is looked at without.
// expect race Pool.closed @open @close
// expect race Pool.active @give @return
import java.util.ArrayDeque;
import java.util.Deque;

public class Pool {
    static class Connection {
        private final int number;
        private int uses;

        Connection(int number) {
            this.number = number;
        }

        int ask(int question) {
            uses++;
            return number + question * uses;
        }
    }

    private final Deque<Connection> idle = new ArrayDeque<>();
    private final int most;
    private int made;
    private int active;
    private boolean closed;

    Pool(int most) {
        this.most = most;
    }

    Connection borrow() throws InterruptedException {
        if (closed) { // @open
            return null;
        }
        synchronized (this) {
            while (idle.isEmpty() && made == most && !closed) {
                wait();
            }
            if (closed) {
                return null;
            }
            active++; // @give
            Connection connection = idle.poll();
            return connection != null ? connection : new Connection(++made);
        }
    }

    void giveBack(Connection connection) {
        synchronized (idle) {
            active--; // @return
        }
        synchronized (this) {
            if (!closed) {
                idle.push(connection);
            }
            notify();
        }
    }

    synchronized void close() {
        closed = true; // @close
        idle.clear();
        notifyAll();
    }

    static class Borrower extends Thread {
        private final Pool pool;
        int answers;

        Borrower(Pool pool) {
            this.pool = pool;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < 5; i++) {
                    Connection connection = pool.borrow();
                    if (connection == null) {
                        return;
                    }
                    answers += connection.ask(i) > 0 ? 1 : 0;
                    pool.giveBack(connection);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** The last thread closes the pool. */
    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        Pool pool = new Pool(2);
        Borrower[] borrowers = new Borrower[threads - 1];
        for (int i = 0; i < borrowers.length; i++) {
            borrowers[i] = new Borrower(pool);
            borrowers[i].start();
        }
        Thread closer = new Thread(pool::close);
        closer.start();
        closer.join();
        for (Borrower borrower : borrowers) {
            borrower.join();
        }
        System.out.println(pool.made <= 2 ? "closed" : "too many");
    }
}

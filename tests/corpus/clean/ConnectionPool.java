// A pool that clients wait for with a time limit; what a client does to a connection is ordered by the pool's lock.
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class ConnectionPool {
    static class Connection {
        int uses;
    }

    private final Deque<Connection> idle = new ArrayDeque<>();
    private final Lock lock = new ReentrantLock();
    private final Condition freed = lock.newCondition();
    private int lent;

    ConnectionPool() {
        idle.push(new Connection());
    }

    Connection borrow() throws InterruptedException {
        long left = TimeUnit.SECONDS.toNanos(1);
        lock.lockInterruptibly();
        try {
            while (idle.isEmpty()) {
                if (left <= 0) {
                    return null;
                }
                left = freed.awaitNanos(left);
            }
            lent++;
            return idle.pop();
        } finally {
            lock.unlock();
        }
    }

    void giveBack(Connection connection) {
        lock.lock();
        try {
            lent--;
            idle.push(connection);
            freed.signal();
        } finally {
            lock.unlock();
        }
    }

    void client() {
        try {
            Connection connection = borrow();
            if (connection != null) {
                connection.uses++;
                giveBack(connection);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ConnectionPool pool = new ConnectionPool();
        Thread a = new Thread(pool::client);
        Thread b = new Thread(pool::client);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(pool.lent);
    }
}

// Bounded buffer on ReentrantLock with notFull and notEmpty conditions, closed at the end.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class BoundedBuffer {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notFull = lock.newCondition();
    private final Condition notEmpty = lock.newCondition();
    private final Object[] items = new Object[4];
    private int putAt, takeAt, count;
    private boolean closed;

    void put(Object x) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (count == items.length) notFull.await();
            items[putAt] = x;
            putAt = (putAt + 1) % items.length;
            count++;
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    Object take() throws InterruptedException {
        lock.lock();
        try {
            while (count == 0) {
                if (closed) return null;
                notEmpty.await();
            }
            Object x = items[takeAt];
            items[takeAt] = null;
            takeAt = (takeAt + 1) % items.length;
            count--;
            notFull.signal();
            return x;
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        closed = true;
        notEmpty.signalAll();
        lock.unlock();
    }

    public static void main(String[] args) throws Exception {
        BoundedBuffer buffer = new BoundedBuffer();
        Thread[] producers = new Thread[3];
        Thread[] consumers = new Thread[3];
        int[] taken = new int[3];
        long[] sums = new long[3];
        for (int i = 0; i < 3; i++) {
            final int id = i;
            producers[i] = new Thread(() -> {
                try {
                    for (int k = 0; k < 50; k++) buffer.put(id * 50 + k);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            consumers[i] = new Thread(() -> {
                try {
                    for (Object x; (x = buffer.take()) != null; ) {
                        taken[id]++;
                        sums[id] += (Integer) x;
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            consumers[i].start();
            producers[i].start();
        }
        for (Thread t : producers) t.join();
        buffer.close();
        for (Thread t : consumers) t.join();
        System.out.println("taken " + (taken[0] + taken[1] + taken[2]));
        System.out.println("sum " + (sums[0] + sums[1] + sums[2]));
        System.out.println("left " + buffer.count + " unlocked " + !buffer.lock.isLocked());
    }
}

// A bounded queue with ReentrantLock and two Conditions.
import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class ConditionQueue {
    static class Item {
        int n;
    }

    static final ReentrantLock lock = new ReentrantLock();
    static final Condition notEmpty = lock.newCondition();
    static final Condition notFull = lock.newCondition();
    static final ArrayDeque<Item> items = new ArrayDeque<>();
    static int sum;

    static void put(Item i) throws InterruptedException {
        lock.lock();
        try {
            while (items.size() == 1) {
                notFull.await();
            }
            items.add(i);
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    static Item take() throws InterruptedException {
        lock.lock();
        try {
            while (items.isEmpty()) {
                notEmpty.await();
            }
            Item i = items.poll();
            notFull.signal();
            return i;
        } finally {
            lock.unlock();
        }
    }

    static void produce() {
        try {
            for (int k = 1; k <= 3; k++) {
                Item i = new Item();
                i.n = k;
                put(i);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void consume() {
        try {
            for (int k = 1; k <= 3; k++) {
                Item i = take();
                i.n *= i.n;
                sum += i.n;
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(ConditionQueue::produce);
        Thread t2 = new Thread(ConditionQueue::consume);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(sum);
    }
}

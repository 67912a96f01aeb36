// Dining philosophers three ways without deadlock: ordered monitors, ordered tryLock with retry, a waiter.
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

public class DiningOrdered {
    static final int N = 5;
    static final int MEALS = 15;

    interface Table {
        void eat(int seat, int[] meals) throws InterruptedException;
    }

    static void dine(String name, Table table) throws InterruptedException {
        int[] meals = new int[N];
        Thread[] threads = new Thread[N];
        for (int i = 0; i < N; i++) {
            final int seat = i;
            threads[i] = new Thread(() -> {
                try {
                    for (int m = 0; m < MEALS; m++) table.eat(seat, meals);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            threads[i].start();
        }
        for (Thread t : threads) t.join();
        StringBuilder out = new StringBuilder(name);
        for (int m : meals) out.append(' ').append(m);
        System.out.println(out);
    }

    public static void main(String[] args) throws Exception {
        Object[] forks = new Object[N];
        ReentrantLock[] locks = new ReentrantLock[N];
        for (int i = 0; i < N; i++) {
            forks[i] = new Object();
            locks[i] = new ReentrantLock();
        }
        dine("ordered", (seat, meals) -> {
            int a = Math.min(seat, (seat + 1) % N);
            int b = Math.max(seat, (seat + 1) % N);
            synchronized (forks[a]) {
                synchronized (forks[b]) {
                    meals[seat]++;
                }
            }
        });
        dine("retry", (seat, meals) -> {
            ReentrantLock first = locks[Math.min(seat, (seat + 1) % N)];
            ReentrantLock second = locks[Math.max(seat, (seat + 1) % N)];
            while (true) {
                first.lock();
                try {
                    if (second.tryLock()) {
                        try {
                            meals[seat]++;
                            return;
                        } finally {
                            second.unlock();
                        }
                    }
                } finally {
                    first.unlock();
                }
                Thread.yield();
            }
        });
        Semaphore waiter = new Semaphore(N - 1);
        dine("waiter", (seat, meals) -> {
            waiter.acquire();
            synchronized (forks[seat]) {
                synchronized (forks[(seat + 1) % N]) {
                    meals[seat]++;
                }
            }
            waiter.release();
        });
    }
}

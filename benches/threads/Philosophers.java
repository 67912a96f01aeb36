// Five philosophers eat with ReentrantLocks as forks; the last takes them the other way round.
import java.util.concurrent.locks.ReentrantLock;

public class Philosophers {
    static final int SEATS = 5;
    static final int MEALS = 12_000;
    static final ReentrantLock[] forks = new ReentrantLock[SEATS];
    static final int[] uses = new int[SEATS];

    static void dine(int seat) {
        int left = Math.min(seat, (seat + 1) % SEATS);
        int right = Math.max(seat, (seat + 1) % SEATS);
        for (int meal = 0; meal < MEALS; meal++) {
            forks[left].lock();
            try {
                forks[right].lock();
                try {
                    uses[left]++;
                    uses[right]++;
                } finally {
                    forks[right].unlock();
                }
            } finally {
                forks[left].unlock();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < SEATS; i++) {
            forks[i] = new ReentrantLock();
        }
        Thread[] threads = new Thread[SEATS];
        for (int i = 0; i < SEATS; i++) {
            int seat = i;
            threads[i] = new Thread(() -> dine(seat));
            threads[i].start();
        }
        int sum = 0;
        for (int i = 0; i < SEATS; i++) {
            threads[i].join();
        }
        for (int use : uses) {
            sum += use;
        }
        System.out.println(sum);
    }
}

// LockSupport: permit before park, single permit, parkNanos expiring, token passing ring.
import java.util.concurrent.locks.LockSupport;

public class ParkUnpark {
    static volatile int turn;

    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        LockSupport.unpark(main);
        LockSupport.park();
        System.out.println("permit before park");
        LockSupport.unpark(main);
        LockSupport.unpark(main);
        LockSupport.park();
        long t0 = System.nanoTime();
        while (System.nanoTime() - t0 < 15_000_000) {
            LockSupport.parkNanos(15_000_000 - (System.nanoTime() - t0));
        }
        System.out.println("permits do not add up, parkNanos expired");
        LockSupport.parkNanos(0);
        LockSupport.parkNanos(-5);
        LockSupport.parkUntil(System.currentTimeMillis() + 5);
        LockSupport.unpark(null);
        Thread unstarted = new Thread(() -> {});
        LockSupport.unpark(unstarted);
        System.out.println("null and unstarted are accepted");

        int n = 4;
        Thread[] ring = new Thread[n];
        int[] rounds = new int[n];
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < n; i++) {
            final int id = i;
            ring[i] = new Thread(() -> {
                for (int r = 0; r < 10; r++) {
                    while (turn % n != id) LockSupport.park();
                    rounds[id]++;
                    log.append(id);
                    turn++;
                    LockSupport.unpark(ring[(id + 1) % n]);
                }
            });
        }
        for (Thread t : ring) t.start();
        for (Thread t : ring) t.join();
        System.out.println(turn + " " + rounds[0] + rounds[1] + rounds[2] + rounds[3]);
        System.out.println(log);

        Thread early = new Thread(() -> {
            LockSupport.unpark(Thread.currentThread());
            LockSupport.park();
            turn = -1;
        });
        early.start();
        early.join();
        System.out.println("self unpark " + turn);
    }
}

// join, join(timeout) expiring and succeeding, join on unstarted and finished threads.
import java.util.concurrent.CountDownLatch;

public class JoinTimeouts {
    static int plain;

    public static void main(String[] args) throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        Thread t = new Thread(() -> {
            try {
                release.await();
                plain = 42;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        t.join();
        System.out.println("join of unstarted returns, alive " + t.isAlive());
        t.start();
        t.join(20);
        System.out.println("after join(20) alive " + t.isAlive());
        t.join(5, 999_999);
        System.out.println("after join(5,999999) alive " + t.isAlive());
        release.countDown();
        t.join(600_000);
        System.out.println("after release alive " + t.isAlive() + " plain " + plain);
        t.join();
        t.join(10);
        t.join(0);
        System.out.println(t.getState());
        try {
            t.join(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        int[] slots = new int[10];
        Thread[] chain = new Thread[10];
        for (int i = 0; i < 10; i++) {
            final int id = i;
            chain[i] = new Thread(() -> {
                try {
                    if (id > 0) chain[id - 1].join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                slots[id] = (id == 0 ? 1 : slots[id - 1] * 2);
            });
        }
        for (Thread c : chain) c.start();
        chain[9].join();
        System.out.println("chained " + slots[9]);
        for (Thread c : chain) System.out.print(c.isAlive() + " ");
        System.out.println();
    }
}

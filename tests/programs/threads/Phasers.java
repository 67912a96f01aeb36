// Phaser: register, arrive, awaitAdvance, deregister, onAdvance termination, tiering, timeouts.
import java.util.concurrent.*;

public class Phasers {
    public static void main(String[] args) throws Exception {
        StringBuilder log = new StringBuilder();
        Phaser phaser = new Phaser(1) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                log.append("phase ").append(phase).append(" parties ").append(parties).append("; ");
                return phase >= 3 || parties == 0;
            }
        };
        int[] work = new int[3];
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) {
            final int id = i;
            phaser.register();
            threads[i] = new Thread(() -> {
                for (int k = 0; k <= id; k++) {
                    work[id]++;
                    phaser.arriveAndAwaitAdvance();
                }
                phaser.arriveAndDeregister();
            });
        }
        for (Thread t : threads) t.start();
        while (!phaser.isTerminated()) phaser.arriveAndAwaitAdvance();
        for (Thread t : threads) t.join();
        System.out.println(log.toString().trim());
        System.out.println(work[0] + " " + work[1] + " " + work[2] + " terminated " + phaser.isTerminated());
        System.out.println("arrive when terminated negative " + (phaser.arrive() < 0) + " " + (phaser.register() < 0));

        Phaser p = new Phaser(2);
        System.out.println("arrive " + p.arrive() + " unarrived " + p.getUnarrivedParties() + " arrived " + p.getArrivedParties());
        try {
            p.awaitAdvanceInterruptibly(0, 10, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("timeout");
        }
        int[] seen = new int[1];
        Thread waiter = new Thread(() -> seen[0] = p.awaitAdvance(0));
        waiter.start();
        p.arrive();
        waiter.join();
        System.out.println("advanced to " + seen[0] + " " + p.getPhase() + " past phase " + p.awaitAdvance(0));
        Phaser root = new Phaser();
        Phaser left = new Phaser(root, 1), right = new Phaser(root, 1);
        Thread l = new Thread(() -> {
            for (int k = 0; k < 5; k++) left.arriveAndAwaitAdvance();
        });
        l.start();
        for (int k = 0; k < 5; k++) right.arriveAndAwaitAdvance();
        l.join();
        System.out.println("tiered " + root.getPhase() + " parties " + root.getRegisteredParties() + " " + (left.getRoot() == root));
        root.forceTermination();
        System.out.println(left.isTerminated() + " " + right.isTerminated());
        p.bulkRegister(3);
        System.out.println(p.getRegisteredParties() + " " + p.toString().replaceAll(".*\\[", "["));
    }
}

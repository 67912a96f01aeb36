// LinkedTransferQueue: transfer waits for a consumer, tryTransfer, waiting consumer queries.
import java.util.*;
import java.util.concurrent.*;

public class TransferQueue {
    public static void main(String[] args) throws Exception {
        LinkedTransferQueue<String> q = new LinkedTransferQueue<>();
        System.out.println("no consumer " + q.tryTransfer("a") + " " + q.tryTransfer("b", 5, TimeUnit.MILLISECONDS) + " size " + q.size());
        q.put("c");
        System.out.println(q + " " + q.hasWaitingConsumer());
        boolean[] done = new boolean[1];
        Thread sender = new Thread(() -> {
            try {
                q.transfer("d");
                done[0] = true;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        sender.start();
        while (q.size() < 2) Thread.yield();
        System.out.println("queued " + q + " transferred " + done[0]);
        System.out.println(q.take() + q.take());
        sender.join();
        System.out.println("transferred " + done[0]);

        String[] got = new String[1];
        Thread receiver = new Thread(() -> {
            try {
                got[0] = q.take();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        receiver.start();
        while (q.getWaitingConsumerCount() != 1) Thread.sleep(1);
        System.out.println("waiting " + q.hasWaitingConsumer() + " " + q.tryTransfer("e"));
        receiver.join();
        System.out.println(got[0] + " " + q.getWaitingConsumerCount());

        LinkedTransferQueue<Integer> ints = new LinkedTransferQueue<>();
        long[] sums = new long[3];
        Thread[] threads = new Thread[6];
        for (int t = 0; t < 6; t++) {
            final int id = t;
            threads[t] = new Thread(() -> {
                try {
                    for (int k = 0; k < 25; k++) {
                        if (id < 3) {
                            if (k % 2 == 0) ints.transfer(id * 25 + k);
                            else ints.put(id * 25 + k);
                        } else {
                            sums[id - 3] += ints.take();
                        }
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
        System.out.println("sum " + (sums[0] + sums[1] + sums[2]) + " left " + ints);
        ints.addAll(List.of(4, 5, 6));
        System.out.println(ints.remove(5) + " " + ints.poll() + " " + ints.poll(1, TimeUnit.SECONDS) + " " + ints.poll(5, TimeUnit.MILLISECONDS));
    }
}

// finds: 3
import java.util.concurrent.LinkedTransferQueue;

/** An element is put, or handed over; whoever hands it over knows that it was taken. */
public class Transferred {
    static volatile int taken;

    public static void main(String[] args) throws Exception {
        LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
        Thread taker = new Thread(() -> {
            try {
                int first = queue.take();
                taken = first + queue.take();
            } catch (InterruptedException e) {
                taken = 6;
            }
        });
        taker.start();
        boolean met = queue.tryTransfer(1);
        if (!met) {
            queue.put(2);
        }
        queue.transfer(1);
        Outcome.is(taken == 0 ? 0 : taken + (met ? 2 : 0));
    }
}

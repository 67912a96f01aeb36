// Doug Lea's util.concurrent, before java.util.concurrent: channels, latches, a pooled executor.
// jars: concurrent.jar
// check: 2000
import EDU.oswego.cs.dl.util.concurrent.*;

public class UseConcurrent {
    public static void main(String[] args) throws Exception {
        BoundedBuffer buffer = new BoundedBuffer(1);
        CountDown latch = new CountDown(2);
        Mutex mutex = new Mutex();
        int[] sum = new int[1];
        for (int t = 0; t < 2; t++) {
            int number = t + 1;
            new Thread(() -> {
                try {
                    buffer.put(number);
                    mutex.acquire();
                    sum[0] += number;
                    mutex.release();
                    latch.release();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }).start();
        }
        int taken = (Integer) buffer.take() + (Integer) buffer.take();
        latch.acquire();
        mutex.acquire();
        System.out.println(taken + " " + sum[0]);
        mutex.release();
    }
}

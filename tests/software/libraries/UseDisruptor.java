// Disruptor: two producers and two consumers over one ring.
// jars: disruptor.jar
// check: 2000
import com.lmax.disruptor.*;
import com.lmax.disruptor.dsl.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class UseDisruptor {
    public static void main(String[] args) throws Exception {
        LongAdder sum = new LongAdder();
        CountDownLatch seen = new CountDownLatch(12);
        Disruptor<long[]> disruptor = new Disruptor<>(() -> new long[1], 8, Executors.defaultThreadFactory(), ProducerType.MULTI, new BlockingWaitStrategy());
        disruptor.handleEventsWith((event, sequence, last) -> {
            sum.add(event[0]);
            seen.countDown();
        }).then((event, sequence, last) -> {
            event[0] = 0;
            seen.countDown();
        });
        RingBuffer<long[]> ring = disruptor.start();
        Thread[] threads = new Thread[2];
        for (int t = 0; t < threads.length; t++) {
            int base = t * 10;
            threads[t] = new Thread(() -> {
                for (int i = 1; i <= 3; i++) {
                    ring.publishEvent((event, sequence, value) -> event[0] = value, (long) base + i);
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        seen.await();
        disruptor.shutdown();
        System.out.println(sum.sum() + " " + ring.getCursor());
    }
}

// Prime sieve as a growing pipeline of filter threads joined by bounded queues.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;

public class SievePipeline {
    static final int END = -1;

    static class Filter extends Thread {
        final BlockingQueue<Integer> in;
        final List<Integer> primes;
        final CountDownLatch done;

        Filter(BlockingQueue<Integer> in, List<Integer> primes, CountDownLatch done) {
            this.in = in;
            this.primes = primes;
            this.done = done;
        }

        @Override
        public void run() {
            try {
                int prime = in.take();
                if (prime == END) {
                    done.countDown();
                    return;
                }
                primes.add(prime);
                BlockingQueue<Integer> out = new ArrayBlockingQueue<>(4);
                new Filter(out, primes, done).start();
                for (int v; (v = in.take()) != END; ) {
                    if (v % prime != 0) out.put(v);
                }
                out.put(END);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        List<Integer> primes = new ArrayList<>();
        CountDownLatch done = new CountDownLatch(1);
        BlockingQueue<Integer> source = new ArrayBlockingQueue<>(4);
        new Filter(source, primes, done).start();
        for (int i = 2; i <= 70; i++) source.put(i);
        source.put(END);
        done.await();
        System.out.println(primes);
        System.out.println(primes.size() + " primes up to 70");
    }
}

// The interrupt flag is set before the blocking call: each call throws at once.
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

public class InterruptBefore {
    interface Blocking {
        void run() throws Exception;
    }

    static void attempt(String name, Blocking action) {
        Thread.currentThread().interrupt();
        String outcome;
        try {
            action.run();
            outcome = "returned";
        } catch (Exception e) {
            outcome = e.getClass().getSimpleName();
        }
        System.out.println(name + " " + outcome + " flag=" + Thread.interrupted());
    }

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        ReentrantLock rl = new ReentrantLock();
        Condition condition = rl.newCondition();
        Thread other = new Thread(() -> {});
        other.start();
        other.join();
        attempt("sleep", () -> Thread.sleep(1000));
        attempt("sleep0", () -> Thread.sleep(0));
        attempt("wait", () -> {
            synchronized (lock) {
                lock.wait();
            }
        });
        attempt("join dead", () -> other.join());
        attempt("park", () -> LockSupport.park());
        attempt("parkNanos", () -> LockSupport.parkNanos(1_000_000_000_000L));
        attempt("lockInterruptibly", () -> rl.lockInterruptibly());
        attempt("lock", () -> {
            rl.lock();
            rl.unlock();
        });
        attempt("tryLock", () -> {
            if (rl.tryLock()) rl.unlock();
        });
        attempt("timed tryLock", () -> rl.tryLock(1, TimeUnit.SECONDS));
        attempt("await", () -> {
            rl.lock();
            try {
                condition.await();
            } finally {
                rl.unlock();
            }
        });
        attempt("acquire", () -> new Semaphore(1).acquire());
        attempt("acquireUninterruptibly", () -> new Semaphore(1).acquireUninterruptibly());
        attempt("latch", () -> new CountDownLatch(1).await());
        attempt("barrier", () -> new CyclicBarrier(2).await());
        attempt("take", () -> new LinkedBlockingQueue<String>().take());
        attempt("put", () -> new ArrayBlockingQueue<String>(1).put("x"));
        attempt("offer", () -> new ArrayBlockingQueue<String>(1).offer("x"));
        attempt("get", () -> new CompletableFuture<String>().get());
        attempt("exchange", () -> new Exchanger<String>().exchange("x"));
        System.out.println("lock free " + !rl.isLocked());
    }
}

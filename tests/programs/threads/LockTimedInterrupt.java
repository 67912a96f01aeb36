// ReentrantLock: timed tryLock expiring and succeeding, lockInterruptibly interrupted.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.*;

public class LockTimedInterrupt {
    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Thread holder = new Thread(() -> {
            lock.lock();
            try {
                held.countDown();
                release.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            } finally {
                lock.unlock();
            }
        });
        holder.start();
        held.await();
        System.out.println("timed " + lock.tryLock(10, TimeUnit.MILLISECONDS));
        System.out.println("zero " + lock.tryLock(0, TimeUnit.MILLISECONDS));
        String[] result = new String[2];
        Thread stubborn = new Thread(() -> {
            try {
                lock.lockInterruptibly();
                result[0] = "locked";
            } catch (InterruptedException e) {
                result[0] = "interrupted, holds " + lock.getHoldCount() + " flag " + Thread.currentThread().isInterrupted();
            }
        });
        stubborn.start();
        while (!lock.hasQueuedThread(stubborn)) Thread.sleep(1);
        stubborn.interrupt();
        stubborn.join();
        System.out.println(result[0]);
        Thread deaf = new Thread(() -> {
            lock.lock();
            result[0] = "locked with flag " + Thread.interrupted();
            lock.unlock();
        });
        Thread patient = new Thread(() -> {
            try {
                boolean ok = lock.tryLock(1, TimeUnit.DAYS);
                result[1] = "patient " + ok;
                lock.unlock();
            } catch (InterruptedException e) {
                result[1] = "not expected";
            }
        });
        deaf.start();
        patient.start();
        while (lock.getQueueLength() < 2) Thread.sleep(1);
        deaf.interrupt();
        System.out.println("still queued " + lock.hasQueuedThread(deaf));
        release.countDown();
        deaf.join();
        patient.join();
        holder.join();
        System.out.println(result[0]);
        System.out.println(result[1]);
        System.out.println("free " + !lock.isLocked() + " " + lock.tryLock(1, TimeUnit.SECONDS));
    }
}

// What the bean of threads says of threads that wait, hold locks and are deadlocked.
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ManagementThreads {
    static final ThreadMXBean BEAN = ManagementFactory.getThreadMXBean();

    static class Account {
        synchronized void enter(CountDownLatch inside, Runnable next) {
            inside.countDown();
            await(inside);
            next.run();
        }

        synchronized void touch() {
        }
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static Thread daemon(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    static void until(Thread thread, Thread.State state) throws InterruptedException {
        while (thread.getState() != state) {
            Thread.sleep(1);
        }
    }

    static void show(String what, long[] ids) {
        if (ids == null) {
            System.out.println(what + ": none");
            return;
        }
        List<String> names = new ArrayList<>();
        for (ThreadInfo info : BEAN.getThreadInfo(ids)) {
            names.add(info.getThreadName() + " " + info.getThreadState() + " on " + info.getLockInfo().getClassName() + " of " + info.getLockOwnerName());
        }
        names.sort(null);
        System.out.println(what + ": " + names);
    }

    static void tell(Thread thread) {
        ThreadInfo info = BEAN.getThreadInfo(new long[] {thread.getId()}, true, true)[0];
        System.out.println(info.getThreadName() + " " + info.getThreadState() + " daemon " + info.isDaemon() + " priority " + info.getPriority());
        System.out.println("  waits for " + (info.getLockInfo() == null ? null : info.getLockInfo().getClassName()) + " of " + info.getLockOwnerName());
        for (MonitorInfo monitor : info.getLockedMonitors()) {
            StackTraceElement at = monitor.getLockedStackFrame();
            System.out.println("  holds " + monitor.getClassName() + " in " + at.getMethodName());
        }
        for (LockInfo lock : info.getLockedSynchronizers()) {
            System.out.println("  holds " + lock.getClassName());
        }
    }

    public static void main(String[] args) throws Exception {
        show("monitors before", BEAN.findMonitorDeadlockedThreads());
        show("all before", BEAN.findDeadlockedThreads());

        Object parkedOn = new Object();
        Thread parked = daemon("parked", () -> {
            while (true) {
                LockSupport.park(parkedOn);
            }
        });
        until(parked, Thread.State.WAITING);
        tell(parked);

        Account waitedOn = new Account();
        Thread waiting = daemon("waiting", () -> {
            synchronized (waitedOn) {
                try {
                    waitedOn.wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        until(waiting, Thread.State.WAITING);
        tell(waiting);

        ReentrantLock owned = new ReentrantLock();
        Condition condition = owned.newCondition();
        Thread conditional = daemon("conditional", () -> {
            owned.lock();
            condition.awaitUninterruptibly();
        });
        until(conditional, Thread.State.WAITING);
        tell(conditional);

        CountDownLatch latch = new CountDownLatch(1);
        Thread latched = daemon("latched", () -> await(latch));
        until(latched, Thread.State.WAITING);
        tell(latched);

        CountDownLatch inside = new CountDownLatch(2);
        Account a = new Account();
        Account b = new Account();
        Thread first = daemon("first", () -> a.enter(inside, b::touch));
        Thread second = daemon("second", () -> b.enter(inside, a::touch));
        until(first, Thread.State.BLOCKED);
        until(second, Thread.State.BLOCKED);
        Thread behind = daemon("behind", a::touch);
        until(behind, Thread.State.BLOCKED);
        show("monitors", BEAN.findMonitorDeadlockedThreads());
        show("all", BEAN.findDeadlockedThreads());
        tell(first);
        tell(behind);

        ReentrantLock lock = new ReentrantLock();
        ReentrantReadWriteLock both = new ReentrantReadWriteLock();
        CountDownLatch held = new CountDownLatch(2);
        Thread third = daemon("third", () -> {
            lock.lock();
            held.countDown();
            await(held);
            both.readLock().lock();
        });
        Thread fourth = daemon("fourth", () -> {
            both.writeLock().lock();
            held.countDown();
            await(held);
            synchronized (parkedOn) {
                lock.lock();
            }
        });
        await(held);
        until(third, Thread.State.WAITING);
        until(fourth, Thread.State.WAITING);
        while (BEAN.findDeadlockedThreads().length < 4) {
            Thread.sleep(1);
        }
        show("monitors", BEAN.findMonitorDeadlockedThreads());
        show("all", BEAN.findDeadlockedThreads());
        tell(third);
        tell(fourth);

        Thread[] mine = {parked, waiting, conditional, latched, first, second, behind, third, fourth, Thread.currentThread()};
        int found = 0;
        for (ThreadInfo info : BEAN.dumpAllThreads(true, true)) {
            for (Thread thread : mine) {
                found += thread.getId() == info.getThreadId() ? 1 : 0;
            }
        }
        System.out.println(found + " of " + mine.length + " in the dump");
        System.out.println(BEAN.getThreadInfo(123456L) + " " + Arrays.toString(BEAN.getThreadInfo(new long[] {987654L})));
        System.out.println(BEAN.getThreadInfo(Thread.currentThread().getId()).getStackTrace().length + " frames unless asked");
        System.out.println(BEAN.getThreadInfo(Thread.currentThread().getId(), 1).getStackTrace().length + " frame if asked");
        System.out.println(BEAN.getThreadCount() >= mine.length && BEAN.getPeakThreadCount() >= BEAN.getThreadCount());
        System.out.println(BEAN.getCurrentThreadCpuTime() >= 0 && BEAN.isThreadCpuTimeEnabled());
    }
}

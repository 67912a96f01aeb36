// Virtual threads: how they are made, named, joined and interrupted, and what they say of themselves.
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;

public class VirtualThreads {
    static final Class<?> BUILDER = type("java.lang.Thread$Builder");

    static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    static Object call(Class<?> type, Object target, String name, Class<?>[] types, Object... args) throws Exception {
        try {
            return type.getMethod(name, types).invoke(target, args);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception cause) throw cause;
            throw e;
        }
    }

    static Object ofVirtual() throws Exception {
        return call(Thread.class, null, "ofVirtual", new Class<?>[0]);
    }

    static Object named(Object builder, String name) throws Exception {
        return call(BUILDER, builder, "name", new Class<?>[] {String.class}, name);
    }

    static Thread start(Object builder, Runnable task) throws Exception {
        return (Thread) call(BUILDER, builder, "start", new Class<?>[] {Runnable.class}, task);
    }

    static Thread unstarted(Object builder, Runnable task) throws Exception {
        return (Thread) call(BUILDER, builder, "unstarted", new Class<?>[] {Runnable.class}, task);
    }

    static Thread startVirtual(Runnable task) throws Exception {
        return (Thread) call(Thread.class, null, "startVirtualThread", new Class<?>[] {Runnable.class}, task);
    }

    static boolean isVirtual(Thread thread) throws Exception {
        return (boolean) call(Thread.class, thread, "isVirtual", new Class<?>[0]);
    }

    static String shown(Thread thread) {
        return thread.toString().replaceAll("#[0-9]+", "#").replaceAll("/.*", "");
    }

    static void describe(Thread t) throws Exception {
        System.out.println("[" + t.getName() + "] " + isVirtual(t) + " " + t.isDaemon() + " " + t.getPriority() + " "
            + (t.getThreadGroup() == null ? null : t.getThreadGroup().getName()) + " " + t.isAlive() + " " + t.getState()
            + " " + shown(t));
    }

    static void expect(String what, java.util.concurrent.Callable<?> action) {
        try {
            System.out.println(what + " " + action.call());
        } catch (Exception e) {
            System.out.println(what + " " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println("main is virtual: " + isVirtual(Thread.currentThread()));
        Thread plain = startVirtual(() -> { });
        plain.join();
        describe(plain);

        Thread named = unstarted(named(ofVirtual(), "worker"), () -> {
            try {
                describe(Thread.currentThread());
                System.out.println(Thread.currentThread().getContextClassLoader() == VirtualThreads.class.getClassLoader());
            } catch (Exception e) {
                System.out.println(e);
            }
        });
        describe(named);
        named.start();
        named.join();
        describe(named);
        try {
            named.start();
        } catch (IllegalThreadStateException e) {
            System.out.println("not again");
        }
        expect("daemon", () -> { named.setDaemon(false); return "set"; });
        Thread fresh = unstarted(ofVirtual(), () -> { });
        expect("fresh daemon", () -> { fresh.setDaemon(false); return "set"; });
        expect("fresh daemon", () -> { fresh.setDaemon(true); return fresh.isDaemon(); });
        expect("fresh priority", () -> { fresh.setPriority(9); return fresh.getPriority(); });
        expect("fresh name", () -> { fresh.setName("renamed"); return fresh.getName(); });
        expect("fresh run", () -> { fresh.run(); return fresh.getState(); });
        expect("null task", () -> unstarted(ofVirtual(), null));

        Method counted = BUILDER.getMethod("name", String.class, long.class);
        Object builder = counted.invoke(ofVirtual(), "n-", 5L);
        for (int i = 0; i < 3; i++) System.out.print(unstarted(builder, () -> { }).getName() + " ");
        ThreadFactory factory = (ThreadFactory) call(BUILDER, builder, "factory", new Class<?>[0]);
        System.out.println(factory.newThread(() -> { }).getName() + " " + isVirtual(factory.newThread(() -> { })));

        interrupts();
        handlers();
        many();
    }

    static void interrupts() throws Exception {
        Thread sleeper = startVirtual(() -> {
            try {
                Thread.sleep(60_000);
                System.out.println("slept");
            } catch (InterruptedException e) {
                System.out.println(e.getMessage() + " " + Thread.currentThread().isInterrupted());
            }
        });
        sleeper.interrupt();
        sleeper.join();
        Thread parker = startVirtual(() -> {
            LockSupport.park();
            System.out.println("parked " + Thread.interrupted() + " " + Thread.interrupted());
        });
        parker.interrupt();
        parker.join();
        Thread waiter = startVirtual(() -> {
            synchronized (BUILDER) {
                try {
                    BUILDER.wait();
                } catch (InterruptedException e) {
                    System.out.println("wait " + e.getMessage() + " " + Thread.currentThread().isInterrupted());
                }
            }
        });
        waiter.interrupt();
        waiter.join();
        Thread.currentThread().interrupt();
        CountDownLatch never = new CountDownLatch(1);
        Thread stays = startVirtual(() -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                System.out.println("latch interrupted");
            }
        });
        expect("join", () -> { stays.join(); return "joined"; });
        expect("timed join", () -> { stays.join(10); return stays.isAlive(); });
        stays.interrupt();
        stays.join();
    }

    static void handlers() throws Exception {
        Object builder = named(ofVirtual(), "thrower");
        Thread.UncaughtExceptionHandler handler =
            (t, e) -> System.out.println(t.getName() + " died of " + e.getMessage());
        call(type("java.lang.Thread$Builder$OfVirtual"), builder, "uncaughtExceptionHandler",
            new Class<?>[] {Thread.UncaughtExceptionHandler.class}, handler);
        start(builder, () -> { throw new IllegalStateException("the weather"); }).join();

        InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
        local.set("inherited");
        start(ofVirtual(), () -> System.out.println("local " + local.get())).join();
        Object without = call(BUILDER, ofVirtual(), "inheritInheritableThreadLocals",
            new Class<?>[] {boolean.class}, false);
        start(without, () -> System.out.println("local " + local.get())).join();
    }

    static void many() throws Exception {
        int[] sum = new int[1];
        Object lock = new Object();
        List<Thread> threads = new ArrayList<>();
        for (int i = 1; i <= 20; i++) {
            int n = i;
            threads.add(startVirtual(() -> {
                Thread.yield();
                synchronized (lock) {
                    sum[0] += n;
                }
            }));
        }
        for (Thread thread : threads) thread.join();
        System.out.println("sum " + sum[0]);
    }
}

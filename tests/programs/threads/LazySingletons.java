// Lazy initialisation done right: double-checked volatile, holder class, enum, atomic once.
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

public class LazySingletons {
    static final AtomicInteger made = new AtomicInteger();
    static final AtomicInteger holderMade = new AtomicInteger();

    static class Thing {
        static volatile Thing instance;
        final int value;
        int plain;

        Thing() {
            made.incrementAndGet();
            value = 17;
            plain = 18;
        }

        static Thing get() {
            Thing t = instance;
            if (t == null) {
                synchronized (Thing.class) {
                    t = instance;
                    if (t == null) {
                        instance = t = new Thing();
                    }
                }
            }
            return t;
        }
    }

    static class Holder {
        static final Holder INSTANCE = new Holder();

        Holder() {
            holderMade.incrementAndGet();
        }
    }

    enum Single {
        ONLY;

        int calls;

        synchronized void call() {
            calls++;
        }
    }

    static final AtomicReference<String> once = new AtomicReference<>();

    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[6];
        Thing[] things = new Thing[6];
        Holder[] holders = new Holder[6];
        int[] values = new int[6];
        AtomicInteger winners = new AtomicInteger();
        for (int i = 0; i < 6; i++) {
            final int id = i;
            threads[i] = new Thread(() -> {
                things[id] = Thing.get();
                values[id] = things[id].value + things[id].plain;
                holders[id] = Holder.INSTANCE;
                Single.ONLY.call();
                if (once.compareAndSet(null, "set")) winners.incrementAndGet();
            });
            threads[i].start();
        }
        for (Thread t : threads) t.join();
        for (int i = 0; i < 6; i++) {
            System.out.println((things[i] == things[0]) + " " + values[i] + " " + (holders[i] == Holder.INSTANCE));
        }
        System.out.println("made " + made + " holder " + holderMade + " enum " + Single.ONLY.calls);
        System.out.println("winners " + winners + " " + once.get());
    }
}

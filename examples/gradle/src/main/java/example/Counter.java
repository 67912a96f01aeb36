package example;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts, in a way that is wrong and in one that is right. */
public final class Counter {
    private volatile int plain;
    private final AtomicInteger atomic = new AtomicInteger();

    /** Reads and writes in two steps: another thread can come between. */
    public void incrementPlain() {
        plain = plain + 1;
    }

    public void incrementAtomic() {
        atomic.incrementAndGet();
    }

    public int plain() {
        return plain;
    }

    public int atomic() {
        return atomic.get();
    }
}

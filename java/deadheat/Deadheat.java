package deadheat;

/**
 * What a program can tell deadheat about itself. Under plain {@code java} every method does nothing.
 */
public final class Deadheat {
    private Deadheat() {}

    /** From here on, what the calling thread does to memory is not looked at. Calls nest. */
    public static void ignoreOn() {}

    /** Ends the last {@link #ignoreOn}. */
    public static void ignoreOff() {}

    /** A lock that the program implements itself was taken: call it once the lock is held. */
    public static void acquire(Object lock) {}

    /** A lock that the program implements itself was taken together with other readers. */
    public static void acquireShared(Object lock) {}

    /** A lock that the program implements itself is given back: call it while the lock is still held. */
    public static void release(Object lock) {}

    /** A lock that was taken with {@link #acquireShared} is given back. */
    public static void releaseShared(Object lock) {}

    /** The object begins a new life, as one from a pool does: what was done to it before is forgotten. */
    public static void reuse(Object object) {}

    /** From here to {@link #atomicEnd} the calling thread's work should look like one indivisible operation. */
    public static void atomicBegin(String name) {}

    /** Ends the last {@link #atomicBegin}. */
    public static void atomicEnd() {}

    /**
     * One of {@code 0 .. n - 1}: a search tries them all.
     *
     * @return 0 under plain {@code java}
     */
    public static int choose(int n) {
        if (n < 1) {
            throw new IllegalArgumentException("nothing to choose from: " + n);
        }
        return 0;
    }
}

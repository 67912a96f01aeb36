// The same with the reference behind a lock: what follows from nothing is no race.
public class BoxBehindLock {
    static class Box {
        int value;
    }

    static final Object lock = new Object();
    static Box box;

    static void make() {
        Box made = new Box();
        made.value = 7;
        synchronized (lock) {
            box = made;
        }
    }

    public static void main(String[] args) {
        new Thread(BoxBehindLock::make).start();
        Box seen;
        synchronized (lock) {
            seen = box;
        }
        if (seen != null) {
            int read = seen.value;
        }
    }
}

// An object is private at first, and used without a lock; once it is published, everybody locks it.
public class ConfinedThenShared {
    static class Counter {
        int n;
    }

    static final Object registry = new Object();
    static Counter shared;

    static void make() {
        Counter c = new Counter();
        for (int i = 0; i < 3; i++) {
            c.n++;
        }
        synchronized (registry) {
            shared = c;
        }
        synchronized (c) {
            c.n++;
        }
    }

    static void use() {
        Counter c;
        synchronized (registry) {
            c = shared;
        }
        if (c != null) {
            synchronized (c) {
                c.n += 10;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(ConfinedThenShared::make);
        Thread t2 = new Thread(ConfinedThenShared::use);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(shared.n % 10);
    }
}

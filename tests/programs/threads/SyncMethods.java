// Synchronized instance methods, static methods and blocks guard plain counters.
public class SyncMethods {
    static int staticCount;
    int methodCount;
    int blockCount;
    long longCount;
    final Object lock = new Object();

    synchronized void viaMethod() {
        methodCount++;
    }

    static synchronized void viaStatic() {
        staticCount++;
    }

    static void viaClassLiteral() {
        synchronized (SyncMethods.class) {
            staticCount += 2;
        }
    }

    void viaBlock(int i) {
        synchronized (lock) {
            blockCount++;
            longCount += i;
        }
    }

    synchronized int failing(int i) {
        if (i % 2 == 0) {
            throw new IllegalArgumentException("even");
        }
        return i;
    }

    public static void main(String[] args) throws Exception {
        SyncMethods s = new SyncMethods();
        Thread[] threads = new Thread[4];
        int[] caught = new int[4];
        for (int t = 0; t < threads.length; t++) {
            final int id = t;
            threads[t] = new Thread(() -> {
                for (int i = 0; i < 100; i++) {
                    s.viaMethod();
                    viaStatic();
                    viaClassLiteral();
                    s.viaBlock(i);
                    try {
                        s.failing(i);
                    } catch (IllegalArgumentException e) {
                        caught[id]++;
                    }
                }
            });
        }
        for (Thread t : threads) t.start();
        for (Thread t : threads) t.join();
        System.out.println("method " + s.methodCount);
        System.out.println("static " + staticCount);
        System.out.println("block " + s.blockCount + " sum " + s.longCount);
        for (int c : caught) System.out.println("caught " + c);
        System.out.println("held after: " + Thread.holdsLock(s) + " " + Thread.holdsLock(SyncMethods.class));
    }
}

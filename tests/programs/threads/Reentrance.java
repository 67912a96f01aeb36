// Re-entrant monitors: recursion, super calls, nested blocks, release on exception.
public class Reentrance {
    static class Base {
        int total;

        synchronized void add(int n) {
            total += n;
        }

        synchronized int depth(int n) {
            return n == 0 ? 0 : 1 + depth(n - 1);
        }
    }

    static class Derived extends Base {
        @Override
        synchronized void add(int n) {
            super.add(n);
            synchronized (this) {
                synchronized (this) {
                    super.add(n);
                }
            }
        }

        void explode(int n) {
            synchronized (this) {
                if (n == 0) throw new IllegalStateException("bottom");
                explode(n - 1);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Derived d = new Derived();
        Thread[] threads = new Thread[3];
        int[] depths = new int[3];
        String[] messages = new String[3];
        for (int t = 0; t < 3; t++) {
            final int id = t;
            threads[t] = new Thread(() -> {
                for (int i = 0; i < 50; i++) {
                    d.add(id + 1);
                }
                depths[id] = d.depth(20 + id);
                try {
                    d.explode(5);
                } catch (IllegalStateException e) {
                    messages[id] = e.getMessage() + " held=" + Thread.holdsLock(d);
                }
            });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
        System.out.println("total " + d.total);
        for (int t = 0; t < 3; t++) {
            System.out.println(depths[t] + " " + messages[t]);
        }
    }
}

// A static synchronized method and a block on the class object use the same lock.
public class StaticLocks {
    static class Meter {
        static int ticks;

        static synchronized void all() {
            ticks += 10;
        }

        void one() {
            synchronized (Meter.class) {
                ticks += 1;
            }
        }
    }

    static final Meter meter = new Meter();

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(Meter::all);
        Thread t2 = new Thread(meter::one);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(Meter.ticks);
    }
}

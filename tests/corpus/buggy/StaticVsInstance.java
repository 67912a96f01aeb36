// A static synchronized method locks the class, an instance method locks the object: one field, two locks.
// expect race StaticVsInstance$Meter.ticks @class @object
// allow atomicity StaticVsInstance$Meter.all @class
// allow atomicity StaticVsInstance$Meter.one @object
public class StaticVsInstance {
    static class Meter {
        static int ticks;

        static synchronized void all() {
            ticks += 10; // @class
        }

        synchronized void one() {
            ticks += 1; // @object
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
        System.out.println(Meter.ticks <= 11);
    }
}

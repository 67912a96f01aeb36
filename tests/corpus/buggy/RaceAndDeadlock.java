// Two different errors: the locks are taken in both orders, and a statistic is kept outside of them.
// expect deadlock RaceAndDeadlock.a RaceAndDeadlock.b @ab @ba
// expect race RaceAndDeadlock.calls @one @two
public class RaceAndDeadlock {
    static final Object a = new Object();
    static final Object b = new Object();
    static int shared;
    static int calls;

    static void one() {
        calls++; // @one
        synchronized (a) {
            synchronized (b) { // @ab
                shared++;
            }
        }
    }

    static void two() {
        synchronized (b) {
            synchronized (a) { // @ba
                shared++;
            }
        }
        calls++; // @two
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(RaceAndDeadlock::one);
        Thread t2 = new Thread(RaceAndDeadlock::two);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(shared);
    }
}

// y is incremented before the lock in one thread and after it in the other: a happens-before detector sees the race only in
// the rarer of the two orders (after Listing 1.1 of Carril 2015).
// expect race CarrilCounter.y @before @after
public class CarrilCounter {
    static final Object m = new Object();
    static int x;
    static int y;

    static void one() {
        y++; // @before
        synchronized (m) {
            x++;
        }
    }

    static void two() {
        synchronized (m) {
            x++;
        }
        y++; // @after
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(CarrilCounter::one);
        Thread b = new Thread(CarrilCounter::two);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(x);
    }
}

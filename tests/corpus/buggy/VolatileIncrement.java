// The increment of a volatile field is a read and a write.
// expect atomicity VolatileIncrement.hit @hit
import deadheat.Atomic;

public class VolatileIncrement {
    static volatile int hits;

    @Atomic
    static void hit() {
        hits++; // @hit
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(VolatileIncrement::hit);
        Thread t2 = new Thread(VolatileIncrement::hit);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(hits <= 2);
    }
}

// An AtomicReference hands mutable objects over: getAndSet makes the taker the only owner.
import java.util.concurrent.atomic.AtomicReference;

public class ReferencePublish {
    static class Box {
        int value;
    }

    static final AtomicReference<Box> slot = new AtomicReference<>();
    static int got;

    static void put() {
        Box b = new Box();
        b.value = 30;
        slot.set(b);
    }

    static void take() {
        Box b;
        while ((b = slot.getAndSet(null)) == null) {
            Thread.yield();
        }
        b.value++;
        got = b.value;
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(ReferencePublish::put);
        Thread t2 = new Thread(ReferencePublish::take);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(got);
    }
}

// A field of the superclass, used by two subclasses under the monitor of the one object that both threads share.
public class SuperLocked {
    static class Base {
        protected int hits;

        synchronized void hit() {
            hits++;
        }
    }

    static class Sub extends Base {
        @Override
        synchronized void hit() {
            super.hit();
            hits += 10;
        }
    }

    static final Base shared = new Sub();

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(shared::hit);
        Thread t2 = new Thread(shared::hit);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(shared.hits);
    }
}

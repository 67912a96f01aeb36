// An object with synchronized methods is filled by one thread and then belongs to another
// (the extension "thread-local locks (2)" of Flanagan 2004).
import deadheat.Atomic;

public class HandedLocks {
    static class Bag {
        private int size;

        synchronized void add() {
            size++;
        }

        synchronized int size() {
            return size;
        }
    }

    static final Bag bag = new Bag();
    static int seen;

    @Atomic
    static void use() {
        bag.add();
        bag.add();
        seen = bag.size();
    }

    public static void main(String[] args) throws Exception {
        bag.add();
        Thread t = new Thread(HandedLocks::use);
        t.start();
        t.join();
        System.out.println(seen);
    }
}

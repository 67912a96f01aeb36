// A monitor and a ReentrantLock are taken again by their owner, also below another lock: no new order, no second commit.
import java.util.concurrent.locks.ReentrantLock;

public class Reentrance {
    static class Tree {
        int size;

        synchronized void addAll(int n) {
            for (int i = 0; i < n; i++) {
                add();
            }
            synchronized (log) {
                add();
            }
        }

        synchronized void add() {
            size++;
        }
    }

    static final Object log = new Object();
    static final Tree tree = new Tree();
    static final ReentrantLock lock = new ReentrantLock();
    static int depth;

    static void nested(int n) {
        lock.lock();
        depth++;
        if (n > 0) {
            nested(n - 1);
        }
        lock.unlock();
    }

    static void work() {
        tree.addAll(2);
        nested(2);
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(Reentrance::work);
        Thread t2 = new Thread(Reentrance::work);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(tree.size + " " + depth);
    }
}

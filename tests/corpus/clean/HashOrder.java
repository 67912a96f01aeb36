// Lock order by identity hash code, with a tie lock for equal codes.
public class HashOrder {
    static class Cell {
        int value = 10;
    }

    static final Object tie = new Object();
    static final Cell left = new Cell();
    static final Cell right = new Cell();

    static void move(Cell from, Cell to, int n) {
        int f = System.identityHashCode(from);
        int t = System.identityHashCode(to);
        if (f < t) {
            synchronized (from) {
                synchronized (to) {
                    shift(from, to, n);
                }
            }
        } else if (f > t) {
            synchronized (to) {
                synchronized (from) {
                    shift(from, to, n);
                }
            }
        } else {
            synchronized (tie) {
                synchronized (from) {
                    synchronized (to) {
                        shift(from, to, n);
                    }
                }
            }
        }
    }

    static void shift(Cell from, Cell to, int n) {
        from.value -= n;
        to.value += n;
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> move(left, right, 3));
        Thread t2 = new Thread(() -> move(right, left, 5));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(left.value + " " + right.value);
    }
}

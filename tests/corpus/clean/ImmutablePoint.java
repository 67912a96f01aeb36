// Immutable objects, replaced as a whole through a volatile reference.
public class ImmutablePoint {
    static final class Point {
        final int x;
        final int y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }
    }

    static volatile Point current = new Point(1, 1);
    static boolean good = true;

    static void move() {
        for (int i = 2; i < 5; i++) {
            current = new Point(i, i * i);
        }
    }

    static void look() {
        Point p = current;
        good = p.y == p.x * p.x;
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(ImmutablePoint::move);
        Thread t2 = new Thread(ImmutablePoint::look);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(good + " " + current.y);
    }
}

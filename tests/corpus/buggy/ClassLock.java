// A static synchronized method and an instance monitor in opposite orders.
// expect deadlock ClassLock$Desk.class ClassLock.desk @instance @class
public class ClassLock {
    static class Desk {
        static int opened;
        int papers;

        static synchronized void open(Desk d) {
            opened++;
            d.add(); // @instance
        }

        synchronized void add() {
            papers++;
        }

        synchronized void close() {
            papers = 0;
            count(); // @class
        }

        static synchronized void count() {
            opened--;
        }
    }

    static final Desk desk = new Desk();

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> Desk.open(desk));
        Thread t2 = new Thread(() -> desk.close());
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(Desk.opened);
    }
}

// A new object is filled, and even locked in an unusual order, before any other thread can know it.
public class NotYetPublished {
    static class Slot {
        int value;

        synchronized int read() {
            return value;
        }
    }

    static final Object table = new Object();
    static Slot current = new Slot();
    static int total;

    static int made;

    static void replace(int v) {
        Slot fresh = new Slot();
        synchronized (fresh) {
            synchronized (table) {
                made++;
            }
            fresh.value = v + 1;
        }
        synchronized (table) {
            current = fresh;
        }
    }

    static void use() {
        synchronized (table) {
            total += current.read();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> replace(4));
        Thread b = new Thread(NotYetPublished::use);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(total == 0 || total == 5);
    }
}

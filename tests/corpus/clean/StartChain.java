// Threads that start each other, and hand one object down and back up.
public class StartChain {
    static int value = 1;

    static void link(int depth) {
        value = value * 10 + depth;
        if (depth < 3) {
            Thread next = new Thread(() -> link(depth + 1));
            next.start();
            try {
                next.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            value++;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> link(1));
        t.start();
        t.join();
        System.out.println(value);
    }
}

/*
 * RIGHT, but wasteful: the reader spins on a volatile flag until the writer has
 * set it. The volatile write publishes the plain write to answer before it, so
 * the program always prints 42; it ends under every fair scheduler.
 */
public class Spin {
    private volatile boolean ready;
    private int answer;

    void write() {
        answer = 42;
        ready = true;
    }

    int read() {
        while (!ready) {
            Thread.onSpinWait();
        }
        return answer;
    }

    public static void main(String[] args) throws InterruptedException {
        Spin spin = new Spin();
        int[] result = new int[1];
        Thread reader = new Thread(() -> result[0] = spin.read(), "reader");
        Thread writer = new Thread(spin::write, "writer");
        reader.start();
        writer.start();
        reader.join();
        writer.join();
        if (result[0] != 42) {
            throw new AssertionError("read " + result[0]);
        }
        System.out.println("answer " + result[0]);
    }
}

// Objects with several fields, all under one lock: a small simulation that four threads advance in turns.
public class Fields {
    static final int BODIES = 200;
    static final int ROUNDS = 75;

    static final class Body {
        int x;
        int y;
        int vx;
        int vy;
        int mass = 3;
        Body next;

        void move() {
            x += vx;
            y += vy;
            vx += (mass - x) >> 4;
            vy += (mass - y) >> 4;
        }
    }

    static final Object lock = new Object();
    static Body first;

    static void advance() {
        for (int round = 0; round < ROUNDS; round++) {
            synchronized (lock) {
                for (Body body = first; body != null; body = body.next) {
                    body.move();
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < BODIES; i++) {
            Body body = new Body();
            body.x = i * 31 % 97;
            body.y = i * 17 % 89;
            body.next = first;
            first = body;
        }
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(Fields::advance);
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        long sum = 0;
        for (Body body = first; body != null; body = body.next) {
            sum += body.x * 7L + body.y;
        }
        System.out.println(sum);
    }
}

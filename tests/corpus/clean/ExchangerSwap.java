// Two threads exchange their buffers: one fills, the other empties.
import java.util.concurrent.Exchanger;

public class ExchangerSwap {
    static class Buffer {
        int content;
    }

    static final Exchanger<Buffer> exchanger = new Exchanger<>();
    static int sum;

    static void fill() {
        try {
            Buffer mine = new Buffer();
            for (int i = 1; i <= 2; i++) {
                mine.content = i * 10;
                mine = exchanger.exchange(mine);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void empty() {
        try {
            Buffer mine = new Buffer();
            for (int i = 1; i <= 2; i++) {
                mine = exchanger.exchange(mine);
                sum += mine.content;
                mine.content = 0;
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(ExchangerSwap::fill);
        Thread t2 = new Thread(ExchangerSwap::empty);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(sum);
    }
}

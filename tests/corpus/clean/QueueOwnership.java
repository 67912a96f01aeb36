// Messages change their owner through a blocking queue; each owner writes without a lock.
import java.util.concurrent.ArrayBlockingQueue;

public class QueueOwnership {
    static class Message {
        int body;
    }

    static final ArrayBlockingQueue<Message> queue = new ArrayBlockingQueue<>(2);
    static int sum;

    static void produce() {
        try {
            for (int i = 1; i <= 3; i++) {
                Message m = new Message();
                m.body = i;
                m.body += 10;
                queue.put(m);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void consume() {
        try {
            for (int i = 0; i < 3; i++) {
                Message m = queue.take();
                m.body *= 2;
                sum += m.body;
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread p = new Thread(QueueOwnership::produce);
        Thread c = new Thread(QueueOwnership::consume);
        p.start();
        c.start();
        p.join();
        c.join();
        System.out.println(sum);
    }
}

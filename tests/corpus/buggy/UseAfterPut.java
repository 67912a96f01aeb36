// The producer goes on changing a message after it has put it into the queue.
// expect race UseAfterPut$Message.body @late @use
import java.util.concurrent.LinkedBlockingQueue;

public class UseAfterPut {
    static class Message {
        int body;
    }

    static final LinkedBlockingQueue<Message> queue = new LinkedBlockingQueue<>();

    static void produce() {
        Message m = new Message();
        m.body = 1;
        queue.add(m);
        m.body = 2; // @late
    }

    static void consume() {
        try {
            Message m = queue.take();
            m.body += 10; // @use
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(UseAfterPut::produce);
        Thread t2 = new Thread(UseAfterPut::consume);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(queue.isEmpty());
    }
}

// A LinkedTransferQueue: after transfer() returns, the receiver has the object; the answer comes back by a second queue.
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedTransferQueue;

public class TransferReply {
    static class Letter {
        int text;
    }

    static final LinkedTransferQueue<Letter> there = new LinkedTransferQueue<>();
    static final LinkedBlockingDeque<Letter> back = new LinkedBlockingDeque<>();
    static int answer;

    static void ask() {
        try {
            Letter l = new Letter();
            l.text = 4;
            there.transfer(l);
            l = back.takeLast();
            answer = l.text + 1;
            l.text = 0;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void reply() {
        try {
            Letter l = there.take();
            l.text *= 10;
            back.putFirst(l);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(TransferReply::ask);
        Thread t2 = new Thread(TransferReply::reply);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(answer);
    }
}

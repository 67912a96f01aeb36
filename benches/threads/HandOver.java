// A million small objects go from a producer to a consumer, each through a ring under a lock.
public class HandOver {
    static final int MESSAGES = 1_000_000;
    static final int SLOTS = 1024;

    static final class Message {
        int number;
        int payload;
    }

    static final Message[] ring = new Message[SLOTS];
    static final Object lock = new Object();
    static int written;
    static int taken;

    static void produce() throws InterruptedException {
        int made = 0;
        while (made < MESSAGES) {
            synchronized (lock) {
                while (written - taken == SLOTS) {
                    lock.wait();
                }
                while (written - taken < SLOTS && made < MESSAGES) {
                    Message message = new Message();
                    message.number = made++;
                    message.payload = message.number * 31;
                    ring[written++ & (SLOTS - 1)] = message;
                }
                lock.notifyAll();
            }
        }
    }

    static long consume() throws InterruptedException {
        long sum = 0;
        int got = 0;
        while (got < MESSAGES) {
            synchronized (lock) {
                while (written == taken) {
                    lock.wait();
                }
                while (written > taken) {
                    int slot = taken++ & (SLOTS - 1);
                    Message message = ring[slot];
                    ring[slot] = null;
                    sum += message.number ^ message.payload;
                    got++;
                }
                lock.notifyAll();
            }
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread producer = new Thread(() -> {
            try {
                produce();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        producer.start();
        System.out.println(consume());
        producer.join();
    }
}

// Messages go through a bounded queue with a lock; whoever took one has it alone (after the message queues of ThreadSanitizer's
// tests, a false alarm of lock sets). Clean.
public class MessageQueue {
    private static final int MESSAGES = 120;
    private static final int PLACES = 4;

    private static final class Message {
        int number;
        int answer;
    }

    private static final class Queue {
        private final Message[] places = new Message[PLACES];
        private int first;
        private int size;

        synchronized void put(Message message) throws InterruptedException {
            while (size == PLACES) {
                wait();
            }
            places[(first + size) % PLACES] = message;
            size++;
            notifyAll();
        }

        synchronized Message take() throws InterruptedException {
            while (size == 0) {
                wait();
            }
            Message message = places[first];
            first = (first + 1) % PLACES;
            size--;
            notifyAll();
            return message;
        }
    }

    private static final Queue questions = new Queue();
    private static final Queue answers = new Queue();

    public static void main(String[] args) throws InterruptedException {
        Thread asker = new Thread(MessageQueue::ask);
        Thread answerer = new Thread(MessageQueue::answer);
        asker.start();
        answerer.start();
        int sum = 0;
        for (int i = 0; i < MESSAGES; i++) {
            sum += take(answers).answer;
        }
        asker.join();
        answerer.join();
        System.out.println(sum);
    }

    private static void ask() {
        for (int i = 0; i < MESSAGES; i++) {
            Message message = new Message();
            message.number = i;
            put(questions, message);
        }
    }

    private static void answer() {
        for (int i = 0; i < MESSAGES; i++) {
            Message message = take(questions);
            message.answer = message.number * message.number;
            put(answers, message);
        }
    }

    private static void put(Queue queue, Message message) {
        try {
            queue.put(message);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Message take(Queue queue) {
        try {
            return queue.take();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}

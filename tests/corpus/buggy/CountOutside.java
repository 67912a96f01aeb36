// A producer and a consumer lock their queue, but keep the number of items outside the lock.
// expect race CountOutside.count @put @take
import java.util.ArrayDeque;

public class CountOutside {
    static final ArrayDeque<String> queue = new ArrayDeque<>();
    static int count;

    static void produce() {
        for (int i = 0; i < 2; i++) {
            synchronized (queue) {
                queue.add("item");
                queue.notifyAll();
            }
            count++; // @put
        }
    }

    static void consume() {
        for (int i = 0; i < 2; i++) {
            synchronized (queue) {
                while (queue.isEmpty()) {
                    try {
                        queue.wait();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
                queue.poll();
            }
            count--; // @take
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(CountOutside::produce);
        Thread t2 = new Thread(CountOutside::consume);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(queue.size());
    }
}

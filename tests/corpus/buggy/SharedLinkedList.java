// A LinkedList as a queue: one end is locked, the other is not.
// expect race java.util.LinkedList @add @poll
// allow atomicity SharedLinkedList.take @poll
import java.util.LinkedList;

public class SharedLinkedList {
    static final Object lock = new Object();
    static final LinkedList<String> queue = new LinkedList<>();

    static void put(String s) {
        queue.add(s); // @add
    }

    static void take() {
        synchronized (lock) {
            queue.poll(); // @poll
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> put("a"));
        Thread t2 = new Thread(SharedLinkedList::take);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(queue.size() <= 1);
    }
}

// Volatile fields changed by an AtomicReferenceFieldUpdater and an AtomicIntegerFieldUpdater: a small lock-free stack.
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

public class FieldUpdater {
    static class Node {
        final int value;
        Node next;

        Node(int value) {
            this.value = value;
        }
    }

    static class Stack {
        static final AtomicReferenceFieldUpdater<Stack, Node> HEAD =
            AtomicReferenceFieldUpdater.newUpdater(Stack.class, Node.class, "head");
        static final AtomicIntegerFieldUpdater<Stack> SIZE = AtomicIntegerFieldUpdater.newUpdater(Stack.class, "size");
        volatile Node head;
        volatile int size;

        void push(Node n) {
            Node h;
            do {
                h = head;
                n.next = h;
            } while (!HEAD.compareAndSet(this, h, n));
            SIZE.incrementAndGet(this);
        }
    }

    static final Stack stack = new Stack();

    static void push(int from) {
        stack.push(new Node(from));
        stack.push(new Node(from + 1));
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> push(1));
        Thread b = new Thread(() -> push(3));
        a.start();
        b.start();
        a.join();
        b.join();
        int sum = 0;
        for (Node n = stack.head; n != null; n = n.next) {
            sum += n.value;
        }
        System.out.println(sum + " " + stack.size);
    }
}

// AtomicIntegerFieldUpdater, AtomicLongFieldUpdater, AtomicReferenceFieldUpdater.
import java.util.concurrent.atomic.*;

public class FieldUpdaters {
    static class Stack {
        static class Node {
            final int value;
            final Node next;

            Node(int value, Node next) {
                this.value = value;
                this.next = next;
            }
        }

        volatile int size;
        volatile long sum;
        volatile Node top;
        int notVolatile;

        static final AtomicIntegerFieldUpdater<Stack> SIZE = AtomicIntegerFieldUpdater.newUpdater(Stack.class, "size");
        static final AtomicLongFieldUpdater<Stack> SUM = AtomicLongFieldUpdater.newUpdater(Stack.class, "sum");
        static final AtomicReferenceFieldUpdater<Stack, Node> TOP =
            AtomicReferenceFieldUpdater.newUpdater(Stack.class, Node.class, "top");

        void push(int v) {
            Node old;
            do {
                old = top;
            } while (!TOP.compareAndSet(this, old, new Node(v, old)));
            SIZE.incrementAndGet(this);
            SUM.addAndGet(this, v);
        }

        Integer pop() {
            Node old;
            do {
                old = top;
                if (old == null) return null;
            } while (!TOP.compareAndSet(this, old, old.next));
            SIZE.getAndDecrement(this);
            int value = old.value;
            SUM.getAndUpdate(this, s -> s - value);
            return value;
        }
    }

    public static void main(String[] args) throws Exception {
        Stack stack = new Stack();
        AtomicLong popped = new AtomicLong();
        AtomicInteger pops = new AtomicInteger();
        Thread[] threads = new Thread[4];
        for (int t = 0; t < 4; t++) {
            final int id = t;
            threads[t] = new Thread(() -> {
                for (int k = 1; k <= 50; k++) {
                    stack.push(id * 50 + k);
                    if (k % 2 == 0) {
                        popped.addAndGet(stack.pop());
                        pops.incrementAndGet();
                    }
                }
            });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
        System.out.println("size " + stack.size + " pops " + pops);
        System.out.println("sums agree " + (stack.sum + popped.get()));
        int n = 0;
        while (stack.pop() != null) n++;
        System.out.println("drained " + n + " size " + stack.size + " sum " + stack.sum);
        System.out.println(Stack.SIZE.accumulateAndGet(stack, 5, Math::max) + " " + Stack.SIZE.getAndSet(stack, 1));
        try {
            AtomicIntegerFieldUpdater.newUpdater(Stack.class, "notVolatile");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            AtomicIntegerFieldUpdater.newUpdater(Stack.class, "missing");
        } catch (RuntimeException e) {
            System.out.println(e.getCause());
        }
    }
}

// DelayQueue: elements come out in the order of their deadlines, never early.
import java.util.*;
import java.util.concurrent.*;

public class DelayQueues {
    static class Item implements Delayed {
        final String name;
        final long due;

        Item(String name, long due) {
            this.name = name;
            this.due = due;
        }

        public long getDelay(TimeUnit unit) {
            return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        public int compareTo(Delayed o) {
            return Long.compare(due, ((Item) o).due);
        }
    }

    public static void main(String[] args) throws Exception {
        long base = System.nanoTime();
        DelayQueue<Item> q = new DelayQueue<>();
        String[] names = {"e", "b", "d", "a", "c"};
        int[] millis = {50, 20, 40, 10, 30};
        Thread[] threads = new Thread[5];
        for (int i = 0; i < 5; i++) {
            final int id = i;
            threads[i] = new Thread(() -> q.put(new Item(names[id], base + millis[id] * 1_000_000L)));
            threads[i].start();
        }
        for (Thread t : threads) t.join();
        StringBuilder order = new StringBuilder();
        boolean early = false;
        for (int i = 0; i < 5; i++) {
            Item item = q.take();
            if (System.nanoTime() < item.due) early = true;
            order.append(item.name);
        }
        System.out.println(order + " early " + early + " size " + q.size());

        Item far = new Item("far", System.nanoTime() + 3_600_000_000_000L);
        q.put(far);
        System.out.println(q.poll() + " " + q.poll(5, TimeUnit.MILLISECONDS) + " peek " + q.peek().name + " size " + q.size());
        Thread taker = new Thread(() -> {
            try {
                System.out.println("took " + q.take().name);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        taker.start();
        while (taker.getState() != Thread.State.TIMED_WAITING) Thread.sleep(1);
        q.put(new Item("near", System.nanoTime() + 5_000_000));
        taker.join();
        System.out.println(q.remove(far) + " " + q.isEmpty());
        q.put(new Item("past", System.nanoTime() - 1));
        System.out.println(q.poll().name);
    }
}

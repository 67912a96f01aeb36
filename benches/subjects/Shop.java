// A shop (Oliveira 2012): suppliers fill the shelf and customers empty it under its lock; both change the till without.
// expect race Shop.till @pay @refill
import java.util.ArrayDeque;
import java.util.Deque;

public class Shop {
    record Item(int number, int price) {}

    static class Shelf {
        private final Deque<Item> items = new ArrayDeque<>();
        private boolean closed;

        synchronized void put(Item item) throws InterruptedException {
            while (items.size() >= ROOM) {
                wait();
            }
            items.add(item);
            notifyAll();
        }

        synchronized Item take() throws InterruptedException {
            while (items.isEmpty() && !closed) {
                wait();
            }
            Item item = items.poll();
            notifyAll();
            return item;
        }

        synchronized void close() {
            closed = true;
            notifyAll();
        }
    }

    static class Supplier extends Thread {
        private final int number;

        Supplier(int number) {
            super("supplier-" + number);
            this.number = number;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < ITEMS; i++) {
                    Item item = new Item(100 * number + i, 3 + (7 * i + number) % 5);
                    shelf.put(item);
                    till -= item.price - 1; // @refill
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static class Customer extends Thread {
        private int bought;

        Customer(int number) {
            super("customer-" + number);
        }

        @Override
        public void run() {
            try {
                for (Item item = shelf.take(); item != null; item = shelf.take()) {
                    bought++;
                    till += item.price; // @pay
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static final int ROOM = 3;
    static final int ITEMS = 8;
    static final Shelf shelf = new Shelf();
    static int till;

    /** One half are suppliers. */
    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 4;
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            all[i] = i % 2 == 0 ? new Supplier(i) : new Customer(i);
            all[i].start();
        }
        for (int i = 0; i < threads; i += 2) {
            all[i].join();
        }
        shelf.close();
        for (Thread thread : all) {
            thread.join();
        }
        System.out.println("won " + till);
    }
}

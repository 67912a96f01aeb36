// A hand-made blocking queue with synchronized, wait and notifyAll; the items that pass through it are changed without locks.
public class BoundedBuffer {
    static class Item {
        int value;
    }

    static class Buffer {
        final Item[] slots = new Item[2];
        int count;
        int in;
        int out;

        synchronized void put(Item i) throws InterruptedException {
            while (count == slots.length) {
                wait();
            }
            slots[in] = i;
            in = (in + 1) % slots.length;
            count++;
            notifyAll();
        }

        synchronized Item take() throws InterruptedException {
            while (count == 0) {
                wait();
            }
            Item i = slots[out];
            slots[out] = null;
            out = (out + 1) % slots.length;
            count--;
            notifyAll();
            return i;
        }
    }

    static final Buffer buffer = new Buffer();
    static int sum;

    static void produce() {
        try {
            for (int n = 1; n <= 4; n++) {
                Item i = new Item();
                i.value = n;
                buffer.put(i);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void consume() {
        try {
            for (int n = 0; n < 4; n++) {
                Item i = buffer.take();
                i.value = i.value * 3;
                sum += i.value;
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread p = new Thread(BoundedBuffer::produce);
        Thread c = new Thread(BoundedBuffer::consume);
        p.start();
        c.start();
        p.join();
        c.join();
        System.out.println(sum);
    }
}

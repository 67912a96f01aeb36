// Three producers and two consumers on a hand-written bounded buffer with monitors.
public class ProducerConsumer {
    static class Buffer {
        final int[] slots = new int[3];
        int head, size, maxSize;

        synchronized void put(int v) throws InterruptedException {
            while (size == slots.length) wait();
            slots[(head + size) % slots.length] = v;
            size++;
            maxSize = Math.max(maxSize, size);
            notifyAll();
        }

        synchronized int take() throws InterruptedException {
            while (size == 0) wait();
            int v = slots[head];
            head = (head + 1) % slots.length;
            size--;
            notifyAll();
            return v;
        }
    }

    public static void main(String[] args) throws Exception {
        Buffer buffer = new Buffer();
        long[] sums = new long[2];
        int[] counts = new int[2];
        boolean[] inOrder = {true, true};
        Thread[] producers = new Thread[3];
        for (int p = 0; p < 3; p++) {
            final int id = p;
            producers[p] = new Thread(() -> {
                try {
                    for (int i = 1; i <= 40; i++) buffer.put(id * 1000 + i);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            producers[p].start();
        }
        Thread[] consumers = new Thread[2];
        for (int c = 0; c < 2; c++) {
            final int id = c;
            consumers[c] = new Thread(() -> {
                int[] last = new int[3];
                try {
                    for (int v; (v = buffer.take()) >= 0; ) {
                        sums[id] += v;
                        counts[id]++;
                        if (v % 1000 <= last[v / 1000]) inOrder[id] = false;
                        last[v / 1000] = v % 1000;
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            consumers[c].start();
        }
        for (Thread t : producers) t.join();
        buffer.put(-1);
        buffer.put(-1);
        for (Thread t : consumers) t.join();
        System.out.println("count " + (counts[0] + counts[1]));
        System.out.println("sum " + (sums[0] + sums[1]));
        System.out.println("fifo per producer " + (inOrder[0] && inOrder[1]));
        System.out.println("left " + buffer.size + " bounded " + (buffer.maxSize <= 3));
    }
}

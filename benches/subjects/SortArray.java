// A parallel quicksort (Shacham 2004): workers share a stack of segments under a lock; the count of sorted elements is kept outside it.
// expect race SortArray.done @done @done
import java.util.ArrayDeque;
import java.util.Deque;

public class SortArray {
    record Segment(int from, int to) {}

    /** Segments that nobody sorts yet; empty for good once nobody is busy. */
    static class Segments {
        private final Deque<Segment> open = new ArrayDeque<>();
        private int busy;

        synchronized void add(Segment segment) {
            open.push(segment);
            notify();
        }

        synchronized Segment take() throws InterruptedException {
            while (open.isEmpty() && busy > 0) {
                wait();
            }
            if (open.isEmpty()) {
                return null;
            }
            busy++;
            return open.pop();
        }

        synchronized void finished() {
            busy--;
            notifyAll();
        }
    }

    static class Sorter extends Thread {
        @Override
        public void run() {
            try {
                for (Segment segment = segments.take(); segment != null; segment = segments.take()) {
                    sort(segment.from, segment.to);
                    segments.finished();
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        /** Sorts the smaller part itself, again and again, and leaves the larger ones to whoever has time. */
        private void sort(int from, int to) {
            while (to - from > SMALL) {
                int middle = partition(from, to);
                segments.add(new Segment(middle, to));
                to = middle;
            }
            insertionSort(from, to);
            done += to - from; // @done
        }

        private int partition(int from, int to) {
            int pivot = values[(from + to) >>> 1];
            int low = from - 1;
            int high = to;
            while (true) {
                do {
                    low++;
                } while (values[low] < pivot);
                do {
                    high--;
                } while (values[high] > pivot);
                if (low >= high) {
                    return Math.max(from + 1, Math.min(high + 1, to - 1));
                }
                int value = values[low];
                values[low] = values[high];
                values[high] = value;
            }
        }

        private void insertionSort(int from, int to) {
            for (int i = from + 1; i < to; i++) {
                int value = values[i];
                int at = i;
                for (; at > from && values[at - 1] > value; at--) {
                    values[at] = values[at - 1];
                }
                values[at] = value;
            }
        }
    }

    static final int SMALL = 12;
    static final Segments segments = new Segments();
    static int[] values;
    static int done;

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        values = new int[300];
        int seed = 17;
        for (int i = 0; i < values.length; i++) {
            seed = seed * 1103515245 + 12345;
            values[i] = seed >>> 16;
        }
        segments.add(new Segment(0, values.length));
        Sorter[] sorters = new Sorter[threads];
        for (int i = 0; i < threads; i++) {
            sorters[i] = new Sorter();
            sorters[i].start();
        }
        for (Sorter sorter : sorters) {
            sorter.join();
        }
        for (int i = 1; i < values.length; i++) {
            if (values[i - 1] > values[i]) {
                throw new IllegalStateException("not sorted at " + i);
            }
        }
        System.out.println(done + " of " + values.length);
    }
}

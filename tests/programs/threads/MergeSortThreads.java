// Parallel merge sort, one thread per half down to a depth; stable order of equal keys.
import java.util.Arrays;

public class MergeSortThreads {
    record Entry(int key, int position) {}

    static void sort(Entry[] a, Entry[] tmp, int lo, int hi, int depth) {
        if (hi - lo < 2) return;
        int mid = (lo + hi) >>> 1;
        if (depth > 0) {
            Thread left = new Thread(() -> sort(a, tmp, lo, mid, depth - 1));
            left.start();
            sort(a, tmp, mid, hi, depth - 1);
            try {
                left.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        } else {
            sort(a, tmp, lo, mid, 0);
            sort(a, tmp, mid, hi, 0);
        }
        merge(a, tmp, lo, mid, hi);
    }

    static void merge(Entry[] a, Entry[] tmp, int lo, int mid, int hi) {
        System.arraycopy(a, lo, tmp, lo, hi - lo);
        int i = lo, j = mid;
        for (int k = lo; k < hi; k++) {
            if (i < mid && (j >= hi || tmp[i].key() <= tmp[j].key())) {
                a[k] = tmp[i++];
            } else {
                a[k] = tmp[j++];
            }
        }
    }

    public static void main(String[] args) throws Exception {
        int n = 300;
        Entry[] a = new Entry[n];
        int x = 17;
        for (int i = 0; i < n; i++) {
            x = (x * 1103 + 12345) & 0x7fff;
            a[i] = new Entry(x % 40, i);
        }
        Entry[] expected = a.clone();
        Arrays.sort(expected, (p, q) -> Integer.compare(p.key(), q.key()));
        sort(a, new Entry[n], 0, n, 3);
        System.out.println("equal to Arrays.sort " + Arrays.equals(a, expected));
        System.out.println(a[0] + " " + a[n - 1]);
        StringBuilder keys = new StringBuilder();
        for (int i = 0; i < n; i += 15) keys.append(a[i].key()).append(' ');
        System.out.println(keys.toString().trim());
    }
}

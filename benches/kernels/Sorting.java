// A hand-written quicksort of ints, then Arrays.sort of objects with a comparator.
import java.util.Arrays;
import java.util.Comparator;

public class Sorting {
    record Item(String name, int rank) {}

    static int seed = 12345;

    static int next() {
        seed = seed * 1103515245 + 12345;
        return seed >>> 8;
    }

    static void quicksort(int[] a, int lo, int hi) {
        while (lo < hi) {
            int pivot = a[(lo + hi) >>> 1];
            int i = lo;
            int j = hi;
            while (i <= j) {
                while (a[i] < pivot) i++;
                while (a[j] > pivot) j--;
                if (i <= j) {
                    int t = a[i];
                    a[i++] = a[j];
                    a[j--] = t;
                }
            }
            quicksort(a, lo, j);
            lo = i;
        }
    }

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 60_000;
        int[] numbers = new int[n * 4];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = next();
        }
        quicksort(numbers, 0, numbers.length - 1);
        long checksum = 0;
        for (int i = 0; i < numbers.length; i++) {
            checksum = checksum * 31 + numbers[i];
        }
        Item[] items = new Item[n];
        for (int i = 0; i < n; i++) {
            items[i] = new Item("item" + next() % 1000, next() % 100);
        }
        Arrays.sort(items, Comparator.comparingInt(Item::rank).thenComparing(Item::name));
        for (Item item : items) {
            checksum = checksum * 31 + item.rank() + item.name().length();
        }
        System.out.println("sort checksum " + checksum);
    }
}

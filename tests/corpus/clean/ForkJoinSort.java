// A parallel sort in the common pool: the main thread works as well, and its tasks go through the pool's shared queues.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

public class ForkJoinSort {
    static class Sort extends RecursiveAction {
        final int[] data;
        final int low;
        final int high;

        Sort(int[] data, int low, int high) {
            this.data = data;
            this.low = low;
            this.high = high;
        }

        @Override
        protected void compute() {
            if (low >= high) {
                return;
            }
            int pivot = data[(low + high) >>> 1];
            int i = low;
            int j = high;
            while (i <= j) {
                while (data[i] < pivot) {
                    i++;
                }
                while (data[j] > pivot) {
                    j--;
                }
                if (i <= j) {
                    int t = data[i];
                    data[i++] = data[j];
                    data[j--] = t;
                }
            }
            invokeAll(new Sort(data, low, j), new Sort(data, i, high));
        }
    }

    public static void main(String[] args) {
        int[] data = new int[60];
        for (int i = 0; i < data.length; i++) {
            data[i] = (i * 7919) % 61;
        }
        ForkJoinPool.commonPool().invoke(new Sort(data, 0, data.length - 1));
        boolean sorted = true;
        for (int i = 1; i < data.length; i++) {
            sorted &= data[i - 1] <= data[i];
        }
        System.out.println(sorted);
    }
}

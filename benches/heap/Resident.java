// Two threads that count to a few, beside a heap of so many megabytes (argument) that nobody touches any more.
public class Resident {
    static int[][] heap;
    static int count;

    static synchronized void increment() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        int megabytes = Integer.parseInt(args[0]);
        heap = new int[megabytes * 4][];
        for (int i = 0; i < heap.length; i++) {
            heap[i] = new int[1 << 16];
            for (int j = 0; j < heap[i].length; j += 16) {
                heap[i][j] = i + j;
            }
        }
        Runnable work = () -> {
            for (int i = 0; i < 3; i++) {
                increment();
            }
        };
        Thread first = new Thread(work);
        Thread second = new Thread(work);
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(count);
    }
}

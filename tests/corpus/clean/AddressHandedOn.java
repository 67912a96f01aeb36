// Objects made by one thread are given to others in turn, and die: the next one may lie where another thread's lay.
import java.util.concurrent.LinkedBlockingQueue;

public class AddressHandedOn {
    static class Cell {
        int value;
    }

    static int use(LinkedBlockingQueue<Cell> queue) throws InterruptedException {
        int sum = 0;
        for (int i = 0; i < 6; i++) {
            Cell cell = queue.take();
            cell.value += i;
            sum += cell.value;
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        LinkedBlockingQueue<Cell> left = new LinkedBlockingQueue<>();
        LinkedBlockingQueue<Cell> right = new LinkedBlockingQueue<>();
        int[] sums = new int[2];
        Thread t1 = new Thread(() -> {
            try {
                sums[0] = use(left);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Thread t2 = new Thread(() -> {
            try {
                sums[1] = use(right);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        t1.start();
        t2.start();
        for (int i = 0; i < 6; i++) {
            left.put(new Cell());
            System.gc();
            right.put(new Cell());
            System.gc();
        }
        t1.join();
        t2.join();
        System.out.println(sums[0] + " " + sums[1]);
    }
}

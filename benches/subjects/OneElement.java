// Two threads go through an array of so many thousand elements; the one forgets the lock at one of them.
// expect race OneElement.data[] @locked @unlocked
public class OneElement {
    private static final Object lock = new Object();
    private static int[] data;

    public static void main(String[] args) throws InterruptedException {
        data = new int[1_000 * Integer.parseInt(args[0])];
        Thread other = new Thread(OneElement::work);
        other.start();
        for (int i = 0; i < data.length; i++) {
            synchronized (lock) {
                data[i] += 2; // @locked
            }
        }
        other.join();
    }

    private static void work() {
        for (int i = 0; i < data.length; i++) {
            if (i == data.length / 4 * 3) {
                data[i]++; // @unlocked
            } else {
                synchronized (lock) {
                    data[i]++;
                }
            }
        }
    }
}

// The flag that hands data over is not volatile (after the tests of ThreadSanitizer with synchronisation made by hand). The data
// itself is written before the flag, and no two threads are ever about to access it.
// expect race PlainFlag.ready @set @look
// warned: PlainFlag.data[]
public class PlainFlag {
    private static final int SIZE = 40;

    private static final int[] data = new int[SIZE];
    private static boolean ready;
    private static int sum;

    public static void main(String[] args) throws InterruptedException {
        Thread producer = new Thread(PlainFlag::produce);
        Thread consumer = new Thread(PlainFlag::consume);
        producer.start();
        consumer.start();
        producer.join();
        consumer.join();
        System.out.println(sum);
    }

    private static void produce() {
        for (int i = 0; i < SIZE; i++) {
            data[i] = 3 * i;
        }
        ready = true; // @set
    }

    private static void consume() {
        while (!ready) { // @look
            Thread.yield();
        }
        for (int i = 0; i < SIZE; i++) {
            sum += data[i];
        }
    }
}

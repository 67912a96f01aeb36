import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Producers and one consumer: {@code Queue linked|array PRODUCERS ELEMENTS}. */
public class Queue {
    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Integer> queue =
            args[0].equals("array") ? new ArrayBlockingQueue<>(2) : new LinkedBlockingQueue<>(2);
        int producers = Integer.parseInt(args[1]);
        int elements = Integer.parseInt(args[2]);
        for (int i = 0; i < producers; i++) {
            new Thread(() -> {
                try {
                    for (int j = 0; j < elements; j++) {
                        queue.put(j);
                    }
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }).start();
        }
        int sum = 0;
        for (int i = 0; i < producers * elements; i++) {
            sum += queue.take();
        }
        System.out.println(sum);
    }
}

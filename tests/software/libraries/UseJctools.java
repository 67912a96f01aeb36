// JCTools: queues of one and many producers, a map without locks.
// jars: jctools-core.jar
// check: 2000
import java.util.*;
import org.jctools.maps.NonBlockingHashMap;
import org.jctools.queues.*;

public class UseJctools {
    public static void main(String[] args) throws Exception {
        Queue<Integer> one = new SpscArrayQueue<>(4);
        Queue<Integer> many = MpscLinkedQueue.newMpscLinkedQueue();
        NonBlockingHashMap<Integer, String> map = new NonBlockingHashMap<>();
        Thread[] threads = new Thread[2];
        for (int t = 0; t < threads.length; t++) {
            int number = t;
            threads[t] = new Thread(() -> {
                many.offer(number);
                map.putIfAbsent(1, "one");
                map.put(number + 10, "x");
                if (number == 0) {
                    one.offer(5);
                }
            });
            threads[t].start();
        }
        int sum = 0;
        while (sum != 6) {
            Integer next = many.poll();
            Integer other = one.poll();
            sum += (next == null ? 0 : next) + (other == null ? 0 : other);
            Thread.yield();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sum + " " + new TreeMap<>(map));
    }
}

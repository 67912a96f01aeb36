// Objects are handed over through a ConcurrentHashMap: put by one thread, removed and changed by another.
import java.util.concurrent.ConcurrentHashMap;

public class MapPublish {
    static class Parcel {
        int weight;
    }

    static final ConcurrentHashMap<Integer, Parcel> map = new ConcurrentHashMap<>();
    static int sum;

    static void send() {
        for (int i = 1; i <= 2; i++) {
            Parcel p = new Parcel();
            p.weight = i;
            map.put(i, p);
        }
    }

    static void receive() {
        for (int i = 1; i <= 2; i++) {
            Parcel p;
            while ((p = map.remove(i)) == null) {
                Thread.yield();
            }
            p.weight += 10;
            sum += p.weight;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(MapPublish::send);
        Thread t2 = new Thread(MapPublish::receive);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(sum);
    }
}

// An object is published through a ConcurrentSkipListMap and only read afterwards.
import java.util.concurrent.ConcurrentSkipListMap;

public class SkipMapPublish {
    static class Entry {
        int a;
        int b;
    }

    static final ConcurrentSkipListMap<String, Entry> map = new ConcurrentSkipListMap<>();
    static int seen;

    static void write() {
        Entry e = new Entry();
        e.a = 3;
        e.b = 4;
        map.put("k", e);
    }

    static void read() {
        Entry e;
        while ((e = map.get("k")) == null) {
            Thread.yield();
        }
        seen = e.a * e.b;
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(SkipMapPublish::write);
        Thread t2 = new Thread(SkipMapPublish::read);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(seen);
    }
}

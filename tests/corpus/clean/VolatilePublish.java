// Plain data is published by a volatile flag and read only after the flag was seen.
public class VolatilePublish {
    static int data;
    static volatile boolean ready;
    static int copy;

    static void write() {
        data = 42;
        ready = true;
    }

    static void read() {
        while (!ready) {
            Thread.yield();
        }
        copy = data;
    }

    public static void main(String[] args) throws Exception {
        Thread r = new Thread(VolatilePublish::read);
        Thread w = new Thread(VolatilePublish::write);
        w.start();
        r.start();
        w.join();
        r.join();
        System.out.println(copy);
    }
}

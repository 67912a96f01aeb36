// A thread dies of an exception; its handler runs in the dying thread, and join hands the report over.
public class HandlerReport {
    static String report = "none";

    static void fail() {
        throw new IllegalStateException("broken");
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(HandlerReport::fail);
        t.setUncaughtExceptionHandler((who, e) -> report = e.getMessage());
        t.start();
        t.join();
        System.out.println(report);
    }
}

public class InitialisedOnce {
    static volatile int made;

    static class Once {
        static final Object VALUE = make();

        static Object make() {
            made = made + 1;
            return new Object();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { Once.VALUE.hashCode(); }), b = new Thread(() -> { Once.VALUE.hashCode(); });
        a.start();
        b.start();
        a.join();
        b.join();
        if (made != 1) throw new AssertionError("twice");
    }
}

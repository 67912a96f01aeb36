// The repaired pair of values: the other one is read before the own monitor is taken (after Figures 1 and 5 of Havelund 2000).
public class ValueCopied {
    static class Value {
        private int x = 1;

        void add(Value other) {
            int y = other.get();
            synchronized (this) {
                x = x + y;
            }
        }

        synchronized int get() {
            return x;
        }
    }

    static final Value first = new Value();
    static final Value second = new Value();

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> first.add(second));
        Thread t2 = new Thread(() -> second.add(first));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(first.get() >= 2 && second.get() >= 2);
    }
}

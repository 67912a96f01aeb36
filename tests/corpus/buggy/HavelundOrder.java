// The race of HavelundValue "repaired" by a second synchronized method: now the two monitors are taken in opposite order
// (after Figure 5 of Havelund 2000). A synchronized method is acquired at the line of its call.
// expect deadlock HavelundOrder.first HavelundOrder.second @call
public class HavelundOrder {
    static class Value {
        int x = 1;

        synchronized void add(Value other) {
            int y = other.get(); // @call
            x = x + y;
        }

        synchronized int get() {
            return x;
        }
    }

    static final Value first = new Value();
    static final Value second = new Value();

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> first.add(second));
        Thread b = new Thread(() -> second.add(first));
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(first.x + second.x);
    }
}

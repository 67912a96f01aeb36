// Two objects add each other up: add() is synchronized, get() is not (after Figure 1 of Havelund 2000).
// expect race HavelundValue$Value.x @get @add
// allow atomicity HavelundValue$Value.add @get
// allow atomicity HavelundValue$Value.add @add
public class HavelundValue {
    static class Value {
        int x = 1;

        synchronized void add(Value other) {
            x = x + other.get(); // @add
        }

        int get() {
            return x; // @get
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
        System.out.println(first.x + second.x > 0);
    }
}

// Two lines call the same instruction of a library: each is an error of its own.
// finds: dead heat: *
// finds: uncaught exception: *
// told: witnessed race 14,20
// told: witnessed race 16,20
public class CallersOfAdd {
    static final java.util.List<Integer> list = new java.util.ArrayList<>(4);
    static volatile boolean late;

    public static void main(String[] args) {
        Thread adder = new Thread(() -> {
            if (!late) {
                // Either
                list.add(1);
            } else {
                list.add(2);
            }
        });
        adder.start(); late = true;
        list.add(3);
    }
}

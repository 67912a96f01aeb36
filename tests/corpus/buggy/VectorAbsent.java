// contains and add of a Vector are synchronized one by one, not together.
// expect atomicity VectorAbsent.addOnce @add
import deadheat.Atomic;
import java.util.Vector;

public class VectorAbsent {
    static final Vector<String> names = new Vector<>();

    @Atomic
    static void addOnce(String s) {
        if (!names.contains(s)) {
            names.add(s); // @add
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> addOnce("a"));
        Thread t2 = new Thread(() -> addOnce("b"));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(names.size());
    }
}

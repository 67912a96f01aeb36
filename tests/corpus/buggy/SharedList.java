// Two threads add to a plain ArrayList.
// expect race java.util.ArrayList @add @add
import java.util.ArrayList;

public class SharedList {
    static final ArrayList<String> names = new ArrayList<>();

    static void add(String s) {
        names.add(s); // @add
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> add("a"));
        Thread t2 = new Thread(() -> add("b"));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(names.size() <= 2);
    }
}

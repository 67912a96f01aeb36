// A list is iterated without the lock under which it grows.
// expect race java.util.ArrayList @loop @add
// allow atomicity IteratorRace.add @add
import java.util.ArrayList;

public class IteratorRace {
    static final ArrayList<String> list = new ArrayList<>();
    static int total;

    static synchronized void add(String s) {
        list.add(s); // @add
    }

    static void sum() {
        int n = 0;
        for (String s : list) { // @loop
            n += s.length();
        }
        total = n;
    }

    public static void main(String[] args) throws Exception {
        list.add("one");
        Thread a = new Thread(IteratorRace::sum);
        Thread b = new Thread(() -> add("two"));
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(list.size());
    }
}

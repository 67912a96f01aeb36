// A synchronized getter hands out the guarded list itself; the caller uses it outside the lock.
// expect race java.util.ArrayList @size @add
import java.util.ArrayList;
import java.util.List;

public class EscapedList {
    static class Store {
        private final ArrayList<String> items = new ArrayList<>();

        synchronized void add(String s) {
            items.add(s); // @add
        }

        synchronized List<String> items() {
            return items;
        }
    }

    static final Store store = new Store();

    static void look() {
        List<String> all = store.items();
        int n = all.size(); // @size
        if (n > 2) {
            throw new AssertionError();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> store.add("x"));
        Thread t2 = new Thread(EscapedList::look);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(store.items().size());
    }
}

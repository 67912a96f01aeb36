// An unmodifiable view is not a copy: the list behind it changes while the view is read.
// expect race java.util.ArrayList @read @write
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class UnmodifiableView {
    static final ArrayList<Integer> backing = new ArrayList<>();
    static final List<Integer> view = Collections.unmodifiableList(backing);
    static int seen;

    static void read() {
        seen = view.size(); // @read
    }

    static void write() {
        backing.add(7); // @write
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(UnmodifiableView::read);
        Thread t2 = new Thread(UnmodifiableView::write);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(backing.size());
    }
}

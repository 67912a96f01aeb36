// An unmodifiable view of a list that nobody changes once the readers run.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class FrozenView {
    static List<Integer> view;
    static final int[] sums = new int[2];

    static void read(int me) {
        int s = me;
        for (int n : view) {
            s += n;
        }
        sums[me] = s;
    }

    public static void main(String[] args) throws Exception {
        ArrayList<Integer> backing = new ArrayList<>();
        backing.add(4);
        backing.add(5);
        view = Collections.unmodifiableList(backing);
        Thread a = new Thread(() -> read(0));
        Thread b = new Thread(() -> read(1));
        a.start();
        b.start();
        a.join();
        b.join();
        backing.add(6);
        System.out.println(sums[0] + " " + sums[1] + " " + view.size());
    }
}

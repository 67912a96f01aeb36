// A list is copied under its lock and the copy is walked without it.
import java.util.ArrayList;
import java.util.List;

public class SnapshotList {
    static final ArrayList<Integer> list = new ArrayList<>();
    static int sum;

    static void add(int n) {
        synchronized (list) {
            list.add(n);
        }
    }

    static void total() {
        List<Integer> copy;
        synchronized (list) {
            copy = new ArrayList<>(list);
        }
        int s = 0;
        for (int n : copy) {
            s += n;
        }
        sum = s;
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> add(1));
        Thread t2 = new Thread(() -> add(2));
        Thread t3 = new Thread(SnapshotList::total);
        t1.start();
        t2.start();
        t3.start();
        t1.join();
        t2.join();
        t3.join();
        System.out.println(list.size() + " " + (sum <= 3));
    }
}

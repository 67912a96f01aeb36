// Two lists, each shared without a lock by two threads: the same library code, and two errors in the guest's.
// expect race java.util.ArrayList @first @second
// expect race java.util.ArrayList @third @fourth
import java.util.ArrayList;
import java.util.List;

public class TwoLists {
    static final List<Integer> names = new ArrayList<>();
    static final List<Integer> sizes = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        Thread[] threads = {
            new Thread(() -> {
                names.add(1); // @first
            }),
            new Thread(() -> {
                names.add(2); // @second
            }),
            new Thread(() -> {
                sizes.add(3); // @third
            }),
            new Thread(() -> {
                sizes.add(4); // @fourth
            }),
        };
        for (Thread t : threads) {
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(names.size() + sizes.size() <= 4);
    }
}

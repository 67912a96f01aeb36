// ThreadLocal with initial values, remove, and InheritableThreadLocal with childValue.
import java.util.ArrayList;
import java.util.List;

public class ThreadLocals {
    static final ThreadLocal<Integer> plain = new ThreadLocal<>();
    static final ThreadLocal<List<String>> lists = ThreadLocal.withInitial(ArrayList::new);
    static final InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>();
    static final InheritableThreadLocal<Integer> depth = new InheritableThreadLocal<>() {
        @Override
        protected Integer initialValue() {
            return 0;
        }

        @Override
        protected Integer childValue(Integer parent) {
            return parent + 1;
        }
    };

    static void nest(int n, String[] out) {
        out[n] = n + ": depth " + depth.get() + " inherited " + inherited.get() + " plain " + plain.get();
        if (n + 1 == out.length) return;
        Thread child = new Thread(() -> nest(n + 1, out));
        inherited.set("changed after creation " + n);
        child.start();
        try {
            child.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        plain.set(7);
        inherited.set("root");
        depth.get();
        String[] out = new String[5];
        nest(0, out);
        for (String line : out) System.out.println(line);

        String[] results = new String[4];
        Thread[] threads = new Thread[4];
        for (int i = 0; i < 4; i++) {
            final int id = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 5; k++) {
                    lists.get().add(id + "." + k);
                    plain.set(id * 10 + k);
                    Thread.yield();
                }
                results[id] = plain.get() + " " + lists.get();
                plain.remove();
                lists.remove();
                results[id] += " " + plain.get() + " " + lists.get();
            });
            threads[i].start();
        }
        for (Thread t : threads) t.join();
        for (String r : results) System.out.println(r);
        System.out.println("main still " + plain.get() + " " + lists.get());
    }
}

// The holder idiom: class initialisation publishes the instance.
public class HolderIdiom {
    static class Registry {
        int size;

        Registry() {
            size = 3;
        }
    }

    static class Holder {
        static final Registry registry = new Registry();
        static int[] table = {1, 2};
    }

    static final int[] seen = new int[2];

    static void use(int me) {
        seen[me] = Holder.registry.size + Holder.table[me];
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> use(0));
        Thread t2 = new Thread(() -> use(1));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(seen[0] + " " + seen[1]);
    }
}

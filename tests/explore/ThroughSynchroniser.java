// A synchroniser of the library reads a map that the program shares without one.
// finds: dead heat: java.util.*
// finds: uncaught exception: java.util.ConcurrentModificationException*
// told: witnessed race 11,13
// told: witnessed uncaught 11 java.util.ConcurrentModificationException
public class ThroughSynchroniser {
    static final java.util.Map<Integer, Integer> plain = new java.util.HashMap<>();

    public static void main(String[] args) {
        var both = new java.util.concurrent.ConcurrentHashMap<Integer, Integer>();
        Thread copier = new Thread(() -> both.putAll(plain));
        copier.start();
        plain.put(1, 1);
    }
}

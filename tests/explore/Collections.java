// finds: dead heat: java.util.ArrayList.size
// finds: dead heat: java.lang.Object[0]
// finds: dead heat: java.util.AbstractList.modCount
// finds: dead heat: *
// finds: uncaught exception: *
public class Collections {
    static final java.util.ArrayList<Integer> list = new java.util.ArrayList<>(4);

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { list.add(1); }), b = new Thread(() -> { list.add(2); });
        a.start();
        b.start();
        a.join();
        b.join();
        
    }
}

// finds: dead heat: java.lang.Object[1]
/** Copies of a list read its elements. */
public class CopiesOfList {
    static final java.util.ArrayList<Integer> list = new java.util.ArrayList<>(java.util.List.of(1, 2));

    public static void main(String[] args) {
        new Thread(() -> new java.util.ArrayList<>(list)).start();
        list.set(1, 9);
    }
}

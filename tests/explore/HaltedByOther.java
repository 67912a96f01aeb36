// fewer ends: the end of the guest cuts threads short anywhere
// finds: dead heat: HaltedByOther.x
// The end of the guest, which nothing announces, keeps others from what they would do: it commutes with nothing.
public class HaltedByOther {
    static int x;

    public static void main(String[] args) {
        new Thread(() -> Runtime.getRuntime().halt(0)).start();
        new Thread(() -> x++).start();
        x++;
    }
}

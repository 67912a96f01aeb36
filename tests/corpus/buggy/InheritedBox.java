// A child inherits its parent's thread-local box: the same object, not a copy.
// expect race int[] @child @parent
public class InheritedBox {
    static final InheritableThreadLocal<int[]> BOX = new InheritableThreadLocal<>();

    public static void main(String[] args) throws InterruptedException {
        BOX.set(new int[1]);
        Thread child = new Thread(() -> {
            BOX.get()[0] = 1; // @child
        });
        child.start();
        BOX.get()[0] = 2; // @parent
        child.join();
        System.out.println("ok");
    }
}

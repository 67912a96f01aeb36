// The two locks have no name: they live in local variables that the threads capture.
// expect deadlock new java.lang.Object @left new java.lang.Object @right @ab @ba
public class LocalLocks {
    public static void main(String[] args) throws Exception {
        Object left = new Object(); // @left
        Object right = new Object(); // @right
        Thread a = new Thread(() -> {
            synchronized (left) {
                synchronized (right) { // @ab
                }
            }
        });
        Thread b = new Thread(() -> {
            synchronized (right) {
                synchronized (left) { // @ba
                }
            }
        });
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println("done");
    }
}

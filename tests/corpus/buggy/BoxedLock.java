// The lock is a boxed Integer, and each increment replaces it by another object.
// expect race BoxedLock.count @lock @inc
// expect race BoxedLock.count @inc @inc
// allow atomicity BoxedLock.work @inc
public class BoxedLock {
    static Integer count = 0;

    static void work() {
        for (int i = 0; i < 2; i++) {
            synchronized (count) { // @lock
                count++; // @inc
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(BoxedLock::work);
        Thread t2 = new Thread(BoxedLock::work);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(count <= 4);
    }
}

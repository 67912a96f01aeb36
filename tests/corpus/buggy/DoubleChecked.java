// Double-checked locking on a field that is not volatile: the first check races with the store under the lock.
// expect race DoubleChecked.helper @check @make
public class DoubleChecked {
    static class Helper {
    }

    static final Object lock = new Object();
    static Helper helper;

    static Helper get() {
        Helper h = helper; // @check
        if (h == null) {
            synchronized (lock) {
                h = helper;
                if (h == null) {
                    h = new Helper();
                    helper = h; // @make
                }
            }
        }
        return h;
    }

    public static void main(String[] args) throws Exception {
        new Helper();
        Thread a = new Thread(DoubleChecked::get);
        Thread b = new Thread(DoubleChecked::get);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(helper != null);
    }
}

// Eight cells, four locks: cell i belongs to lock i % 4.
public class LockStriping {
    static final Object[] locks = {new Object(), new Object(), new Object(), new Object()};
    static final int[] cells = new int[8];

    static void add(int from, int n) {
        for (int i = from; i < from + n; i++) {
            synchronized (locks[i % 4]) {
                cells[i]++;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> add(0, 6));
        Thread b = new Thread(() -> add(2, 6));
        a.start();
        b.start();
        a.join();
        b.join();
        int s = 0;
        for (int c : cells) {
            s += c;
        }
        System.out.println(s);
    }
}

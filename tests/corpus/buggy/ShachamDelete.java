// The deletion counter is read under one lock and incremented under another; the two meet only in rare schedules
// (after Figure 2.4 of Shacham 2004).
// expect race ShachamDelete.rounds @check @bump
public class ShachamDelete {
    static final Object keyLock = new Object();
    static final Object numLock = new Object();
    static final Object delLock = new Object();
    static final int[] clauses = {9, 2, 8, 1};
    static int rounds;
    static int compressed;
    static int deleted;

    static void reorganise(int start) {
        synchronized (keyLock) {
            if (rounds % 5 == 0) { // @check
                compressed++;
            }
        }
        for (int i = start; i < start + 2; i++) {
            synchronized (numLock) {
                if (clauses[i] > 5) {
                    clauses[i] = 0;
                    deleted++;
                }
            }
        }
        synchronized (delLock) {
            rounds++; // @bump
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> reorganise(0));
        Thread b = new Thread(() -> reorganise(2));
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(deleted + " deleted in " + rounds + ", compressed: " + (compressed > 0));
    }
}

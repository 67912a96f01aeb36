// Data is filled in without a lock before the threads that read it are started.
public class InitThenStart {
    static int[] table;
    static int size;
    static final int[] sums = new int[2];

    static void sum(int me) {
        int s = 0;
        for (int i = 0; i < size; i++) {
            s += table[i] * (me + 1);
        }
        sums[me] = s;
    }

    public static void main(String[] args) throws Exception {
        table = new int[4];
        size = table.length;
        for (int i = 0; i < size; i++) {
            table[i] = i;
        }
        Thread a = new Thread(() -> sum(0));
        Thread b = new Thread(() -> sum(1));
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(sums[0] + " " + sums[1]);
    }
}

// Two workers are started, only one is joined before both results are read.
// expect race MissedJoin.right @write @read
public class MissedJoin {
    static int left;
    static int right;

    static void fillLeft() {
        left = 1;
    }

    static void fillRight() {
        right = 2; // @write
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(MissedJoin::fillLeft);
        Thread b = new Thread(MissedJoin::fillRight);
        a.start();
        b.start();
        a.join();
        int sum = left;
        sum += right; // @read
        b.join();
        System.out.println(sum == 1 || sum == 3);
    }
}

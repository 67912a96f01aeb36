// The last seat: looked for without the lock, sold under it (the idea of the subject airline of Oliveira 2012).
// expect race CheckThenAct.seats @check @sell
public class CheckThenAct {
    static final Object lock = new Object();
    static int seats = 2;

    static void buy() {
        if (seats > 0) { // @check
            synchronized (lock) {
                seats--; // @sell
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(CheckThenAct::buy);
        Thread b = new Thread(CheckThenAct::buy);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(seats);
    }
}

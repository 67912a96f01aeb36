// A thread is asked to stop by a plain field that it polls (a bounded number of times).
// expect race StopFlag.stop @poll @stop
public class StopFlag {
    static boolean stop;
    static int spins;

    static void work() {
        for (int i = 0; i < 5; i++) {
            if (stop) { // @poll
                break;
            }
            spins++;
        }
    }

    static void stop() {
        stop = true; // @stop
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(StopFlag::work);
        Thread t2 = new Thread(StopFlag::stop);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(spins <= 5);
    }
}

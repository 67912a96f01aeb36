// A daemon works on shared data and is joined before the main thread looks.
public class DaemonJoined {
    static long total;

    static void work() {
        for (int i = 0; i < 4; i++) {
            total += 1L << (10 * i);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread d = new Thread(DaemonJoined::work);
        d.setDaemon(true);
        d.start();
        while (d.isAlive()) {
            d.join(1000);
        }
        System.out.println(total);
    }
}

// The main thread looks at the counter of a daemon that is still at work.
// expect race DaemonRace.beats @beat @look
public class DaemonRace {
    static int beats;

    static void beat() {
        for (int i = 0; i < 3; i++) {
            beats++; // @beat
        }
    }

    public static void main(String[] args) throws Exception {
        Thread d = new Thread(DaemonRace::beat);
        d.setDaemon(true);
        d.start();
        int seen = beats; // @look
        d.join();
        System.out.println(seen <= 3);
    }
}

// Two threads strictly alternate through wait and notify on one monitor.
import java.util.ArrayList;
import java.util.List;

public class PingPong {
    static final Object table = new Object();
    static final List<String> log = new ArrayList<>();
    static boolean pingsTurn = true;

    static class Player implements Runnable {
        final String word;
        final boolean ping;

        Player(String word, boolean ping) {
            this.word = word;
            this.ping = ping;
        }

        public void run() {
            for (int i = 0; i < 50; i++) {
                synchronized (table) {
                    while (pingsTurn != ping) {
                        try {
                            table.wait();
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                    }
                    log.add(word + i);
                    pingsTurn = !ping;
                    table.notify();
                }
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread pong = new Thread(new Player("pong", false));
        Thread ping = new Thread(new Player("ping", true));
        pong.start();
        ping.start();
        ping.join();
        pong.join();
        System.out.println(log.size());
        System.out.println(String.join(" ", log));
    }
}

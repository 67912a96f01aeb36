// Listeners in a CopyOnWriteArrayList: added by one thread, walked by another.
import java.util.concurrent.CopyOnWriteArrayList;

public class CowListeners {
    static class Listener {
        int weight;
    }

    static final CopyOnWriteArrayList<Listener> listeners = new CopyOnWriteArrayList<>();
    static int seen;

    static void add() {
        for (int i = 0; i < 2; i++) {
            Listener l = new Listener();
            l.weight = 5;
            listeners.add(l);
        }
    }

    static void walk() {
        int s = 0;
        for (Listener l : listeners) {
            s += l.weight;
        }
        seen = s;
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(CowListeners::add);
        Thread t2 = new Thread(CowListeners::walk);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(seen % 5 + " " + listeners.size());
    }
}

// An interrupt is the signal that the data is there: what came before interrupt() is seen after its detection.
public class InterruptSignal {
    static int data;
    static int copy;

    static void sleeper() {
        try {
            Thread.sleep(1_000_000);
        } catch (InterruptedException e) {
            copy = data;
        }
    }

    static void spinner() {
        while (!Thread.interrupted()) {
            Thread.yield();
        }
        copy += data;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(InterruptSignal::sleeper);
        a.start();
        data = 20;
        a.interrupt();
        a.join();
        Thread b = new Thread(InterruptSignal::spinner);
        b.start();
        data = 3;
        b.interrupt();
        b.join();
        System.out.println(copy);
    }
}

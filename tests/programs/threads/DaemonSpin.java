// The program ends while a daemon thread spins and another yields for ever.
public class DaemonSpin {
    static volatile long spins;
    static volatile boolean yielding;

    public static void main(String[] args) throws Exception {
        Thread spinner = new Thread(() -> {
            while (true) spins++;
        }, "spinner");
        spinner.setDaemon(true);
        Thread yielder = new Thread(() -> {
            while (true) {
                yielding = true;
                Thread.yield();
            }
        }, "yielder");
        yielder.setDaemon(true);
        spinner.start();
        yielder.start();
        while (spins == 0 || !yielding) Thread.onSpinWait();
        System.out.println("both run");
        Thread.sleep(5);
        System.out.println("slept beside them");
        Thread child = new Thread(() -> System.out.println("user thread daemon=" + Thread.currentThread().isDaemon()));
        child.start();
        child.join();
        System.out.println(spinner.isAlive() + " " + spinner.isDaemon() + " " + yielder.isAlive());
        try {
            spinner.setDaemon(false);
        } catch (IllegalThreadStateException e) {
            System.out.println("too late to change");
        }
    }
}

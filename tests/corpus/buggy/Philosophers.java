// Five philosophers, each takes the left fork first: a cycle of five threads at one source line.
// expect deadlock Philosophers.forks[] @second
public class Philosophers {
    static final Object[] forks = new Object[5];

    static void dine(int i) {
        synchronized (forks[i]) {
            synchronized (forks[(i + 1) % 5]) { // @second
            }
        }
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 5; i++) {
            forks[i] = new Object();
        }
        Thread[] threads = new Thread[5];
        for (int i = 0; i < 5; i++) {
            int me = i;
            threads[i] = new Thread(() -> dine(me));
        }
        for (Thread t : threads) {
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println("fed");
    }
}

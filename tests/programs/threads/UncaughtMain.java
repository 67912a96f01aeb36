// main dies of an exception while another user thread goes on and finishes its work.
public class UncaughtMain {
    static final Object lock = new Object();

    static int divide(int a, int b) {
        return a / b;
    }

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread worker = new Thread(() -> {
            try {
                main.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            synchronized (lock) {
                System.out.println("main is " + main.getState());
            }
            int sum = 0;
            for (int i = 0; i < 100; i++) sum += i;
            System.out.println("worker computed " + sum);
        }, "worker");
        worker.start();
        synchronized (lock) {
            System.out.println("main started the worker");
            System.out.println(divide(1, 0));
        }
        System.out.println("never printed");
    }
}

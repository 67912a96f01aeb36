// An uncaught exception in another thread prints its trace but the exit code stays 0.
public class ThreadDies {
    static class Worker extends Thread { final int n; Worker(int n) { super("worker-" + n);
            this.n = n; } @Override public void run() { System.out.println(getName() + " starts");
            if (n % 2 == 1) throw new IllegalStateException("worker failed " + n, new RuntimeException("root " + n));
            System.out.println(getName() + " ends"); } }
    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 4; i++) { Worker w = new Worker(i); w.start(); w.join(); System.out.println(w.getState() + " " + w.isAlive()); }
        Thread t = new Thread(null, () -> { Object[] o = new Integer[1]; o[0] = "x"; }, "storer"); t.start(); t.join();
        System.out.println("main survives");
    }
}

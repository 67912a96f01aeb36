// System.exit(3) from a nested call with pending finally blocks and buffered output.
// exit: 3
public class ExitThree {
    static StringBuilder log = new StringBuilder();
    static int work(int n) { try { if (n == 0) { System.out.println("exiting with " + log);
                System.exit(3); } log.append(n).append(' '); return work(n - 1); } finally {
            System.out.println("finally must not print"); } }
    public static void main(String[] args) {
        System.out.print("partial line, ");
        System.out.println("completed");
        System.err.println("message on stderr");
        Thread t = new Thread(() -> System.out.println("worker done")); t.start(); try { t.join(); } catch (InterruptedException e) { }
        work(4);
    }
}

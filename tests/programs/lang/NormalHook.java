// A shutdown hook on normal termination, with System.exit code 0 and output from both.
public class NormalHook {
    static int state = 1;
    interface Step { void go() throws Exception; }
    static void run(String n, Step s) { try { s.go(); System.out.println(n + " fine");
        } catch (Exception e) { System.out.println(n + " " + e.getMessage()); } finally {
            state++; } }
    public static void main(String[] args) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread() {
            @Override public void run() {
                System.out.println("hook state " + state);
                for (int i = 0; i < 3; i++) System.out.println("hook line " + i);
                Thread.setDefaultUncaughtExceptionHandler(null);
            }
        });
        run("a", () -> { });
        run("b", () -> { throw new Exception("checked"); });
        run("c", () -> { throw new RuntimeException("unchecked"); });
        Thread t = new Thread(() -> { state += 100; System.out.println("worker " + Thread.currentThread().getName()); }, "w1");
        t.start();
        t.join();
        System.out.println(t.getState() + " " + t.isAlive());
        Thread bad = new Thread(() -> { throw new IllegalStateException("in thread"); }, "w2");
        bad.setUncaughtExceptionHandler((th, ex) -> System.out.println("handler " + th.getName() + " " + ex));
        bad.start();
        bad.join();
        Thread.setDefaultUncaughtExceptionHandler((th, ex) -> System.out.println("default handler " + th.getName() + " " + ex.getMessage()));
        Thread bad2 = new Thread(() -> { Object o = "s"; Integer i = (Integer) o; }, "w3");
        bad2.start();
        bad2.join();
        System.out.println("main done " + state);
    }
}

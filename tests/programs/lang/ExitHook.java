// Shutdown hooks: run on System.exit with output, after main; exit code kept; runFinalization not needed.
// exit: 5
public class ExitHook {
    static StringBuffer log = new StringBuffer("start;");
    static void work(int n) { for (int i = 0; i < n; i++) log.append(i * i).append(','); }
    public static void main(String[] args) {
        Thread hook = new Thread(() -> {
            System.out.println("hook sees " + log);
            System.out.println("thread " + Thread.currentThread().getName() + " daemon " + Thread.currentThread().isDaemon());
            try { Runtime.getRuntime().addShutdownHook(new Thread()); System.out.println("added?"); }
            catch (IllegalStateException e) { System.out.println(e.getMessage()); }
            try { throw new RuntimeException("inside hook"); } catch (RuntimeException e) { System.out.println("hook caught " + e.getMessage()); }
            System.out.println("hook end");
        }, "the-hook");
        Thread removed = new Thread(() -> System.out.println("must not run"));
        Runtime.getRuntime().addShutdownHook(removed);
        Runtime.getRuntime().addShutdownHook(hook);
        try { Runtime.getRuntime().addShutdownHook(hook); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(Runtime.getRuntime().removeShutdownHook(removed) + " " + Runtime.getRuntime().removeShutdownHook(removed));
        work(5);
        System.out.println("main before exit");
        try { leave(); } finally { System.out.println("never"); }
    }
    static void leave() {
        log.append("leaving;");
        System.exit(5);
        log.append("not here");
    }
}

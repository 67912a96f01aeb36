// A progress counter written and read in opaque mode: an atomic access, though it publishes nothing else.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class HandleOpaque {
    static int progress;
    static final VarHandle PROGRESS;
    static int last;

    static {
        try {
            PROGRESS = MethodHandles.lookup().findStaticVarHandle(HandleOpaque.class, "progress", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void work() {
        for (int i = 1; i <= 3; i++) {
            PROGRESS.setOpaque(i);
        }
    }

    static void watch() {
        last = (int) PROGRESS.getOpaque();
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(HandleOpaque::work);
        Thread t2 = new Thread(HandleOpaque::watch);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println((last <= 3) + " " + progress);
    }
}

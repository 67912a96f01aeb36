// A VarHandle in release and acquire mode publishes plain data.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class HandleRelease {
    static int ready;
    static int data;
    static int copy;
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(HandleRelease.class, "ready", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void write() {
        data = 6;
        READY.setRelease(1);
    }

    static void read() {
        while ((int) READY.getAcquire() == 0) {
            Thread.yield();
        }
        copy = data * 7;
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(HandleRelease::write);
        Thread t2 = new Thread(HandleRelease::read);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(copy);
    }
}

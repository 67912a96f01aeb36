// A thread can ask who it is by ways on which the library stands between.
// finds: dead heat: AlikeReflected.first
// finds: dead heat: AlikeReflected.another
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

public class AlikeReflected {
    static final MethodHandle ASK = ask();
    static volatile Thread owner;
    static int first, another;

    static MethodHandle ask() {
        try {
            return MethodHandles.lookup().findStatic(Thread.class, "currentThread", MethodType.methodType(Thread.class));
        } catch (ReflectiveOperationException impossible) {
            return null;
        }
    }

    static void own() {
        try {
            owner = (Thread) ASK.invokeExact();
        } catch (Throwable impossible) {
            owner = null;
        }
    }

    public static void main(String[] args) throws Exception {
        own();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) {
            threads[i] = new Thread(AlikeReflected::own);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (owner == threads[0]) {
            new Thread(() -> first = 1).start();
            first = 2;
        } else {
            new Thread(() -> another = 1).start();
            another = 2;
        }
    }
}

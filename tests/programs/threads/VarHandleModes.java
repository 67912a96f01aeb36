// VarHandles on fields, statics and array elements: all access modes across threads.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandleModes {
    int plain;
    int published;
    long total;
    String text = "x";
    static int global;
    static final VarHandle PLAIN, PUBLISHED, TOTAL, TEXT, GLOBAL;
    static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
    static final VarHandle OBJECTS = MethodHandles.arrayElementVarHandle(String[].class);

    static {
        try {
            MethodHandles.Lookup l = MethodHandles.lookup();
            PLAIN = l.findVarHandle(VarHandleModes.class, "plain", int.class);
            PUBLISHED = l.findVarHandle(VarHandleModes.class, "published", int.class);
            TOTAL = l.findVarHandle(VarHandleModes.class, "total", long.class);
            TEXT = l.findVarHandle(VarHandleModes.class, "text", String.class);
            GLOBAL = l.findStaticVarHandle(VarHandleModes.class, "global", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        VarHandleModes o = new VarHandleModes();
        int[] ints = new int[4];
        String[] strings = new String[2];
        Thread reader = new Thread(() -> {
            while ((int) PUBLISHED.getAcquire(o) == 0) Thread.onSpinWait();
            System.out.println("acquired " + (int) PLAIN.get(o));
            OBJECTS.setVolatile(strings, 0, "answer");
        });
        reader.start();
        PLAIN.set(o, 123);
        PUBLISHED.setRelease(o, 1);
        while (OBJECTS.getVolatile(strings, 0) == null) Thread.yield();
        System.out.println(strings[0]);
        reader.join();
        Thread[] threads = new Thread[4];
        for (int t = 0; t < 4; t++) {
            final int id = t;
            threads[t] = new Thread(() -> {
                for (int k = 0; k < 40; k++) {
                    long ignored = (long) TOTAL.getAndAdd(o, 3L);
                    int g;
                    do {
                        g = (int) GLOBAL.getVolatile();
                    } while (!GLOBAL.weakCompareAndSet(g, g + 1));
                    int before = (int) INTS.getAndAddAcquire(ints, (id + k) % 4, 5);
                    before = (int) INTS.getAndBitwiseXor(ints, 0, 0);
                }
            });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
        System.out.println(o.total + " " + global + " " + ints[0] + " " + ints[3]);
        System.out.println(TEXT.compareAndSet(o, "y", "z") + " " + TEXT.compareAndSet(o, "x", "z") + " " + TEXT.getAndSet(o, "w") + " " + o.text);
        System.out.println((String) TEXT.compareAndExchange(o, "w", "v") + " " + (String) TEXT.compareAndExchangeAcquire(o, "w", "u") + " " + o.text);
        PLAIN.setOpaque(o, 0b1100);
        System.out.println((int) PLAIN.getAndBitwiseOr(o, 0b0011) + " " + (int) PLAIN.getAndBitwiseAndRelease(o, 0b0110) + " " + (int) PLAIN.getOpaque(o));
        VarHandle.fullFence();
        System.out.println(PLAIN.varType() + " " + INTS.coordinateTypes());
        try {
            INTS.set(ints, 4, 1);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}

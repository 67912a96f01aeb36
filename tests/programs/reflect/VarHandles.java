// VarHandles: instance and static fields, arrays, byte array views, byte buffers, all access modes, errors.
import java.lang.invoke.*;
import java.nio.*;
import java.util.*;
public class VarHandles {
    static void p(Object o) { System.out.println(o); }
    static String cut(String m) { return m == null ? null : m.replaceAll(" @[0-9a-f]+", ""); }
    static class A { int i = 1; volatile long l = 2; String s = "s"; boolean z;
        byte b = 3; short sh = 4; char c = 'c'; float f = 1.5f; double d = 2.5;
        final int fin = 9; static int si = 10; static volatile Object so = "so";
    }
    interface T { Object go() throws Throwable; } static void ex(String n, T t) {
        try { p(n + " " + t.go()); } catch (Throwable e) { p(n + " " + e.getClass().getSimpleName()
            + (e instanceof NullPointerException || e instanceof ClassCastException ? "" : " " + cut(e.getMessage())));
        } }
    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup(); A a = new A();
            VarHandle I = l.findVarHandle(A.class, "i", int.class), L = l.findVarHandle(A.class, "l", long.class),
                S = l.findVarHandle(A.class, "s", String.class), SI = l.findStaticVarHandle(A.class, "si", int.class),
                    SO = l.findStaticVarHandle(A.class, "so", Object.class), F = l.findVarHandle(A.class, "fin", int.class);
        p((int) I.get(a) + " " + (int) I.getVolatile(a) + (int) I.getOpaque(a) + (int) I.getAcquire(a));
        I.set(a, 5); I.setVolatile(a, 6); I.setOpaque(a, 7); I.setRelease(a, 8);
        p(a.i + " " + I.compareAndSet(a, 8, 9) + I.compareAndSet(a, 8, 10) + (int) I.compareAndExchange(a, 9, 11)
            + (int) I.compareAndExchange(a, 9, 12) + (int) I.compareAndExchangeAcquire(a, 11, 13) + (int) I.compareAndExchangeRelease(a, 13, 14)
            + (int) I.getAndSet(a, 20) + (int) I.getAndAdd(a, 5) + (int) I.getAndAddAcquire(a, 1) + (int) I.getAndAddRelease(a, 1)
            + (int) I.getAndBitwiseOr(a, 0x40) + (int) I.getAndBitwiseAnd(a, 0x4f) + (int) I.getAndBitwiseXor(a, 0xff)
            + (int) I.getAndSetAcquire(a, 3) + (int) I.getAndSetRelease(a, 4) + (int) I.getAndBitwiseOrAcquire(a, 8) + a.i);
        while (!I.weakCompareAndSet(a, 12, 50)) { } while (!I.weakCompareAndSetPlain(a, 50, 51)) {
        } while (!I.weakCompareAndSetAcquire(a, 51, 52)) { } p(a.i);
            p((long) L.getAndAdd(a, 1L << 40) + " " + L.compareAndSet(a, (1L << 40) + 2, -1L) + a.l + (long) L.getAndBitwiseXor(a, 15L) + a.l);
        p((String) S.getAndSet(a, "t") + S.compareAndSet(a, "t", "u") + (String) S.compareAndExchange(a, "u", "v") + a.s
            + S.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD));
        p((int) SI.getAndAdd(5) + " " + A.si + SO.getAndSet("x") + A.so + (int) F.get(a) + F.isAccessModeSupported(VarHandle.AccessMode.SET));
        ex("final", () -> { F.set(a, 1); return 0; }); ex("npe", () -> (int) I.get((A) null));
        ex("wmt", () -> { I.set(a, "str"); return 0; }); ex("wmt2", () -> (long) I.get(a));
        ex("cce", () -> { S.set((Object) "notA", "x"); return 0; }); ex("strcce", () -> { S.set(a, (Object) 5); return 0; });
        ex("argc", () -> I.get()); ex("nsf", () -> l.findVarHandle(A.class, "zip", int.class));
        ex("static", () -> l.findVarHandle(A.class, "si", int.class)); ex("uns", () -> S.getAndAdd(a, "q"));
        VarHandle Z = l.findVarHandle(A.class, "z", boolean.class), B = l.findVarHandle(A.class, "b", byte.class),
            SH = l.findVarHandle(A.class, "sh", short.class), C = l.findVarHandle(A.class, "c", char.class),
                FL = l.findVarHandle(A.class, "f", float.class), D = l.findVarHandle(A.class, "d", double.class);
        p(Z.compareAndSet(a, false, true) + " " + (boolean) Z.getAndBitwiseXor(a, true) + a.z + (byte) B.getAndAdd(a, (byte) 127) + a.b
            + B.compareAndSet(a, (byte) -126, (byte) 1) + a.b + (short) SH.getAndSet(a, (short) -9) + a.sh + (char) C.getAndAdd(a, (char) 2) + a.c
            + (float) FL.getAndAdd(a, 1f) + a.f + D.compareAndSet(a, 2.5, -0.0) + a.d + D.compareAndSet(a, 0.0, 1.0));
        p(I.varType() + " " + I.coordinateTypes() + SI.coordinateTypes() + I.accessModeType(VarHandle.AccessMode.COMPARE_AND_SET)
            + I.hasInvokeExactBehavior());
        int[] ia = {1, 2, 3}; VarHandle IA = MethodHandles.arrayElementVarHandle(int[].class),
            SA = MethodHandles.arrayElementVarHandle(String[].class), DA = MethodHandles.arrayElementVarHandle(double[].class),
                BA = MethodHandles.arrayElementVarHandle(byte[].class);
        p((int) IA.getAndAdd(ia, 1, 40) + " " + Arrays.toString(ia) + IA.compareAndSet(ia, 0, 1, -1) + ia[0] + (int) IA.getVolatile(ia, 2));
        String[] sa = {"a", null}; p(SA.compareAndSet(sa, 1, null, "b") + " " + sa[1] + (String) SA.getAndSet(sa, 0, "z") + sa[0]);
        byte[] by = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
            p((byte) BA.getAndAdd(by, 3, (byte) 1) + " " + BA.compareAndSet(by, 2, (byte) 3, (byte) 33) + by[2] + by[3]);
        by[2] = 3; by[3] = 4; ex("aioobe", () -> (int) IA.get(ia, 3)); ex("neg", () -> { IA.set(ia, -1, 0); return 0; });
        ex("ase", () -> { Object[] o = sa; MethodHandles.arrayElementVarHandle(Object[].class).set(o, 0, 5); return 0; });
        for (ByteOrder o : new ByteOrder[]{ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
            VarHandle vi = MethodHandles.byteArrayViewVarHandle(int[].class, o), vl = MethodHandles.byteArrayViewVarHandle(long[].class, o),
                vs = MethodHandles.byteArrayViewVarHandle(short[].class, o), vd = MethodHandles.byteArrayViewVarHandle(double[].class, o),
                    vc = MethodHandles.byteArrayViewVarHandle(char[].class, o), bb = MethodHandles.byteBufferViewVarHandle(int[].class, o);
            p(o + " " + (int) vi.get(by, 0) + " " + (int) vi.get(by, 3) + " " + (long) vl.get(by, 1) + " " + (short) vs.get(by, 5) + " "
                + (int) (char) vc.get(by, 0) + " " + (double) vd.get(by, 8));
            byte[] w = new byte[12]; vi.set(w, 1, 0x01020304); vs.set(w, 6, (short) 0x0506);
            p(Arrays.toString(w)); ByteBuffer buf = ByteBuffer.allocate(16); bb.set(buf, 3, 0xCAFEBABE);
            p(Integer.toHexString((int) bb.get(buf, 3)) + " " + buf.get(3)); ByteBuffer dir = ByteBuffer.allocateDirect(16);
            bb.setVolatile(dir, 4, 7); p(bb.compareAndSet(dir, 4, 7, 8) + " " + (int) bb.getAndAdd(dir, 4, 2) + (int) bb.getVolatile(dir, 4));
            ex("oob", () -> (int) vi.get(by, 13)); } VarHandle.fullFence(); VarHandle.acquireFence();
        VarHandle.releaseFence(); VarHandle.loadLoadFence(); VarHandle.storeStoreFence();
        int t = 0; for (int i = 0; i < 10000; i++) { I.set(a, i); t += (int) I.getAndAdd(a, 1) + (int) IA.getAcquire(ia, i % 3);
        } p(t + " " + a.i); MethodHandle mh = I.toMethodHandle(VarHandle.AccessMode.GET_AND_ADD);
        p((int) mh.invokeExact(a, 5) + " " + a.i + MethodHandles.varHandleExactInvoker(VarHandle.AccessMode.GET,
            MethodType.methodType(int.class, A.class)).invoke(I, a));
        p((int) IA.get(ia, 2) + " " + VarHandle.AccessMode.valueFromMethodName("getAndSet"));
    }
}

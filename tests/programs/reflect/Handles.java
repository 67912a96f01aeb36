// MethodHandles lookup: findVirtual, findStatic, findConstructor, findSpecial, fields, bindTo, invokeExact, unreflect, errors.
import java.lang.invoke.*;
import java.util.*;
public class Handles {
    static void p(Object o) { System.out.println(o); }
    static String cut(String m) { return m == null ? null : m.replaceAll(" @[0-9a-f]+", ""); }
    static class A { int f = 5; static long sf = 6; private String pr = "priv";
        final int fin = 3; A() { } A(int f) { this.f = f; } String hi(String s) {
            return "A.hi " + s + f; } private int priv(int x) { return x * f; } static int add(int a, int b) {
            return a + b; } void vd() { f++; } long mix(byte b, char c, long l, float x, double d, Object o) {
            return (long) (b + c + l + x + d) + o.hashCode(); } static int thr(int k) throws Exception {
            if (k < 0) throw new Exception("neg"); return k; } }
    static class B extends A { @Override String hi(String s) { return "B.hi " + s;
        } MethodHandle sup() throws Exception { return MethodHandles.lookup().findSpecial(A.class, "hi",
            MethodType.methodType(String.class, String.class), B.class);
        } } interface D { default int d() { return 1; } } static class DI implements D {
        public int d() { return 2; } int sup() throws Throwable { return (int) MethodHandles.lookup().findSpecial(D.class, "d",
            MethodType.methodType(int.class), DI.class).invokeExact(this);
        } }
    interface T { Object go() throws Throwable; } static void ex(String n, T t) {
        try { p(n + " " + t.go()); } catch (Throwable e) { p(n + " " + e.getClass().getSimpleName()
            + (e instanceof NullPointerException || e instanceof ClassCastException ? "" : " " + cut(e.getMessage())));
        } }
    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup(); MethodHandle hi = l.findVirtual(A.class, "hi",
            MethodType.methodType(String.class, String.class));
        p((String) hi.invokeExact(new A(), "x") + (String) hi.invoke((A) new B(), "y") + hi.type() + hi);
        MethodHandle add = l.findStatic(A.class, "add", MethodType.methodType(int.class, int.class, int.class));
        p((int) add.invokeExact(3, 4) + " " + (long) add.invoke((short) 1, (byte) 2) + add.invoke((Integer) 5, 6) + add.invokeWithArguments(7, 8)
            + add.invokeWithArguments(List.of(9, 10)));
        MethodHandle k = l.findConstructor(A.class, MethodType.methodType(void.class, int.class));
        p(((A) k.invokeExact(42)).f); p((String) new B().sup().invoke(new B(), "sup") + " " + new DI().sup());
        MethodHandle pv = l.findVirtual(A.class, "priv", MethodType.methodType(int.class, int.class));
        p((int) pv.invokeExact(new A(3), 4)); MethodHandle b = hi.bindTo(new A(9));
        p((String) b.invokeExact("bound") + b.type()); MethodHandle vd = l.findVirtual(A.class, "vd", MethodType.methodType(void.class));
        A a = new A(); vd.invokeExact(a); p(a.f + " " + vd.invoke(a));
            MethodHandle mix = l.findVirtual(A.class, "mix", MethodType.methodType(long.class, byte.class, char.class, long.class, float.class,
                double.class, Object.class));
        p((long) mix.invokeExact(a, (byte) 1, 'a', 1L << 33, 1.5f, 2.5, (Object) "o"));
        MethodHandle g = l.findGetter(A.class, "f", int.class), s = l.findSetter(A.class, "f", int.class),
            sg = l.findStaticGetter(A.class, "sf", long.class), ss = l.findStaticSetter(A.class, "sf", long.class);
        s.invokeExact(a, 77); ss.invokeExact(88L); p((int) g.invokeExact(a) + " " + (long) sg.invokeExact()
            + l.findGetter(A.class, "pr", String.class).invoke(a));
        ex("finset", () -> l.findSetter(A.class, "fin", int.class));
            ex("nsm", () -> l.findVirtual(A.class, "nope", MethodType.methodType(void.class)));
        ex("stat", () -> l.findVirtual(A.class, "add", MethodType.methodType(int.class, int.class, int.class)));
        ex("nsf", () -> l.findGetter(A.class, "f", long.class));
            ex("pub", () -> MethodHandles.publicLookup().findVirtual(A.class, "hi", MethodType.methodType(String.class, String.class)));
        ex("strpriv", () -> l.findVirtual(String.class, "isLatin1", MethodType.methodType(boolean.class)));
        ex("wmt", () -> (int) add.invokeExact(1, 2L)); ex("wmt2", () -> { Object o = add.invokeExact(1, 2); return o; });
        ex("wmt3", () -> add.invoke("s", 1)); ex("argc", () -> add.invokeWithArguments(1));
        ex("npe", () -> (String) hi.invokeExact((A) null, "x")); ex("cce", () -> hi.invoke((Object) "notA", "x"));
        ex("thr", () -> (int) l.findStatic(A.class, "thr", MethodType.methodType(int.class, int.class)).invokeExact(-1));
        ex("bindcce", () -> hi.bindTo("str")); ex("bindprim", () -> add.bindTo(1));
        ex("ctor", () -> l.findConstructor(Number.class, MethodType.methodType(void.class)).invoke());
        p((int) l.unreflect(A.class.getDeclaredMethod("priv", int.class)).invoke(a, 2) + " "
            + ((A) l.unreflectConstructor(A.class.getDeclaredConstructor(int.class)).invoke(1)).f
            + l.unreflectGetter(A.class.getDeclaredField("pr")).invoke(a));
        MethodHandle len = l.findVirtual(String.class, "length", MethodType.methodType(int.class)),
            cat = l.findVirtual(String.class, "concat", MethodType.methodType(String.class, String.class)),
                vo = l.findStatic(String.class, "valueOf", MethodType.methodType(String.class, Object.class)),
                    lo = l.findStatic(List.class, "of", MethodType.methodType(List.class, Object[].class)),
                        sz = l.findVirtual(List.class, "size", MethodType.methodType(int.class)),
                            fm = l.findStatic(String.class, "format", MethodType.methodType(String.class, String.class, Object[].class));
        p((int) len.invokeExact("four") + (String) cat.invokeExact("a", "b") + (String) vo.invokeExact((Object) 5) + lo.invoke(1, 2, 3)
            + (int) sz.invoke(List.of(1)) + (String) fm.invoke("%s-%d", "x", 5) + fm.isVarargsCollector()
            + lo.asFixedArity().invoke(new Object[]{1}));
        MethodType mt = MethodType.methodType(String.class, int.class, long[].class);
        p(mt + " " + mt.returnType() + mt.parameterCount() + mt.parameterList() + mt.appendParameterTypes(char.class)
            + mt.insertParameterTypes(0, Object.class) + mt.dropParameterTypes(0, 1) + mt.changeReturnType(void.class)
            + mt.changeParameterType(0, byte.class) + mt.wrap() + mt.unwrap() + mt.erase() + mt.generic() + mt.toMethodDescriptorString()
            + mt.hasPrimitives() + mt.lastParameterType() + MethodType.genericMethodType(2)
            + MethodType.fromMethodDescriptorString("(ILjava/lang/String;[J)V", null)
            + (mt == MethodType.methodType(String.class, int.class, long[].class)) + mt.equals(mt.erase()));
        ex("voidp", () -> MethodType.methodType(int.class, void.class)); ex("desc", () -> MethodType.fromMethodDescriptorString("(Q)V", null));
        int t = 0; for (int i = 0; i < 20000; i++) t += (int) add.invokeExact(i, 1);
        p(t); long u = 0; for (int i = 0; i < 5000; i++) u += (int) pv.invokeExact(a, i) + (int) g.invokeExact(a);
        p(u); p(MethodHandles.lookup().lookupClass() + " " + l.in(String.class).lookupClass()
            + MethodHandles.privateLookupIn(A.class, l).findGetter(A.class, "pr", String.class).invoke(a) + l.revealDirect(add).getName()
            + l.findClass("Handles$A").getSimpleName());
    }
}

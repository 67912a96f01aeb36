// Hidden classes through Lookup.defineHiddenClass and LambdaMetafactory called by hand; StringConcatFactory by hand.
import java.io.*;
import java.lang.invoke.*;
import java.util.*;
import java.util.function.*;
public class HiddenClasses {
    static void p(Object o) { System.out.println(o); }
    static class Tmpl implements IntUnaryOperator { static int made; final int k = ++made;
        public int applyAsInt(int x) { return x * 10 + k + secret(); } static String who() {
            return "who"; } }
    private static int secret() { return 1000; }
    static class Solo implements Supplier<String> { public String get() { return "solo " + getClass().isHidden()
        + getClass().getName().startsWith("HiddenClasses$Solo/0x");
        } }
    static byte[] bytes(Class<?> c) throws IOException { String n = c.getName();
        try (InputStream i = HiddenClasses.class.getResourceAsStream(n.substring(n.lastIndexOf('.') + 1) + ".class")) {
            return i.readAllBytes(); } }
    static String greet(String a, Integer b) { return a + "#" + b; } String inst(String s) {
        return "inst " + s; } static int dbl(int x) { return 2 * x; } interface Tri {
        Object go(Object a, Object b); }
    static void ex(String n, java.util.concurrent.Callable<?> c) { try { p(n + " " + c.call());
        } catch (Throwable e) { p(n + " " + e.getClass().getSimpleName()); } }
    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup(); MethodHandles.Lookup h1 = l.defineHiddenClass(bytes(Tmpl.class), true,
            MethodHandles.Lookup.ClassOption.NESTMATE), h2 = l.defineHiddenClass(bytes(Solo.class), false);
        Class<?> c1 = h1.lookupClass(), c2 = h2.lookupClass();
            p(c1.isHidden() + " " + c1.getName().startsWith("HiddenClasses$Tmpl/0x") + (c1 == Tmpl.class)
                + (c1.getNestHost() == HiddenClasses.class) + (c2.getNestHost() == c2) + c1.getInterfaces()[0].getSimpleName()
                + (c1.getClassLoader() == HiddenClasses.class.getClassLoader()));
        var kc = c1.getDeclaredConstructor(); kc.setAccessible(true);
            IntUnaryOperator u1 = (IntUnaryOperator) kc.newInstance(), u2 = (IntUnaryOperator) kc.newInstance();
        p(u1.applyAsInt(5) + " " + u2.applyAsInt(5) + " " + new Tmpl().applyAsInt(5));
        var k2 = c2.getDeclaredConstructor(); k2.setAccessible(true); p(((Supplier<?>) k2.newInstance()).get());
        p((String) h1.findStatic(c1, "who", MethodType.methodType(String.class)).invokeExact());
        ex("forName", () -> Class.forName(c1.getName())); ex("bad", () -> l.defineHiddenClass(new byte[]{1, 2}, true));
        Class<?> c3 = l.defineHiddenClass(bytes(Tmpl.class), true).lookupClass();
        p(c3 == c1); Class<?> cd = l.defineHiddenClassWithClassData(bytes(Solo.class), "the data", true).lookupClass();
        p(cd.isHidden());
        MethodType fsig = MethodType.methodType(String.class, String.class, Integer.class);
        CallSite cs = LambdaMetafactory.metafactory(l, "apply", MethodType.methodType(BiFunction.class),
            MethodType.methodType(Object.class, Object.class, Object.class), l.findStatic(HiddenClasses.class, "greet", fsig), fsig);
        @SuppressWarnings("unchecked") BiFunction<String, Integer, String> bf = (BiFunction<String, Integer, String>) cs.getTarget().invokeExact();
        p(bf.apply("x", 5) + bf.getClass().isHidden() + bf.getClass().isSynthetic());
        CallSite bound = LambdaMetafactory.metafactory(l, "apply", MethodType.methodType(Function.class, HiddenClasses.class),
            MethodType.methodType(Object.class, Object.class),
                l.findVirtual(HiddenClasses.class, "inst", MethodType.methodType(String.class, String.class)),
                    MethodType.methodType(String.class, String.class));
        @SuppressWarnings("unchecked") Function<String, String> fn = (Function<String, String>) bound.getTarget().invokeExact(new HiddenClasses());
        p(fn.apply("q") + fn.andThen(String::length).apply("zz"));
            CallSite prim = LambdaMetafactory.metafactory(l, "applyAsInt", MethodType.methodType(IntUnaryOperator.class),
                MethodType.methodType(int.class, int.class), l.findStatic(HiddenClasses.class, "dbl", MethodType.methodType(int.class, int.class)),
                    MethodType.methodType(int.class, int.class));
        IntUnaryOperator iu = (IntUnaryOperator) prim.getTarget().invokeExact();
        int t = 0; for (int i = 0; i < 1000; i++) t += iu.applyAsInt(i); p(t);
            CallSite alt = LambdaMetafactory.altMetafactory(l, "go", MethodType.methodType(Tri.class),
                MethodType.methodType(Object.class, Object.class, Object.class), l.findStatic(HiddenClasses.class, "greet", fsig), fsig,
                    LambdaMetafactory.FLAG_MARKERS, 1, RandomAccess.class);
        Tri tri = (Tri) alt.getTarget().invokeExact(); p(tri.go("alt", 1) + " " + (tri instanceof RandomAccess));
        ex("cce", () -> tri.go(1, 1)); ex("badmf", () -> { try { return LambdaMetafactory.metafactory(l, "apply",
            MethodType.methodType(Function.class), MethodType.methodType(Object.class, Object.class),
                l.findStatic(HiddenClasses.class, "dbl", MethodType.methodType(int.class, int.class)),
                    MethodType.methodType(String.class, String.class)); } catch (LambdaConversionException e) { throw e; } });
        CallSite sc = StringConcatFactory.makeConcatWithConstants(l, "cat", MethodType.methodType(String.class, int.class, String.class, double.class),
            "i=\1 s=\1 k=\2 d=\1", "K");
        p((String) sc.getTarget().invokeExact(5, "str", 2.5));
            CallSite s2 = StringConcatFactory.makeConcat(l, "c", MethodType.methodType(String.class, Object.class, char.class, long.class));
        p((String) s2.getTarget().invokeExact((Object) null, 'c', 1L << 40)); Runnable r1 = () -> p("lam"), r2 = HiddenClasses::secret;
        r1.run(); p(r1.getClass().isHidden() + " " + r1.getClass().getSimpleName().startsWith("HiddenClasses$$Lambda")
            + (r1.getClass() == r2.getClass()) + r1.getClass().getInterfaces()[0] + r1.getClass().isAnonymousClass()
            + r1.getClass().getDeclaredFields().length);
        ObjectMethodsTest.run(l);
    }
    static class ObjectMethodsTest { record R(int a, String b) { } static void run(MethodHandles.Lookup l) throws Throwable {
            MethodHandles.Lookup rl = MethodHandles.privateLookupIn(R.class, l);
                MethodHandle ga = rl.findGetter(R.class, "a", int.class), gb = rl.findGetter(R.class, "b", String.class);
            CallSite ts = (CallSite) java.lang.runtime.ObjectMethods.bootstrap(rl, "toString", MethodType.methodType(String.class, R.class), R.class,
                "x;y", ga, gb);
            p((String) ts.getTarget().invokeExact(new R(1, "q")));
                CallSite eq = (CallSite) java.lang.runtime.ObjectMethods.bootstrap(rl, "equals",
                    MethodType.methodType(boolean.class, R.class, Object.class), R.class, "a", ga);
            p((boolean) eq.getTarget().invokeExact(new R(1, "q"), (Object) new R(1, "z")));
        } }
}

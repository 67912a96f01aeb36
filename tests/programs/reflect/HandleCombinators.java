// MethodHandles combinators: insert, drop, filter, fold, guard, catch, collect, spread, permute, loops, asType.
import java.lang.invoke.*;
import java.util.*;
public class HandleCombinators {
    static void p(Object o) { System.out.println(o); }
    static String f3(String a, int b, long c) { return a + ":" + b + ":" + c;
    } static int sq(int x) { return x * x; } static boolean pos(int x) { return x > 0;
    } static String neg(int x) { return "neg" + x; } static String posv(int x) {
        return "pos" + x; } static int boom(int x) { if (x == 3) throw new IllegalArgumentException("three");
        if (x == 4) throw new IllegalStateException("four"); return x; } static int rescue(IllegalArgumentException e, int x) {
        return -x; } static String fold(int sum, int a, int b) { return sum + "=" + a + "+" + b;
    } static int add(int a, int b) { return a + b; } static void note(int a) {
        p("note " + a); } static int fin(Throwable t, int r, int x) { p("finally " + t + " " + r);
        return r + 1; } static boolean lt(int i, int n) { return i < n; } static int inc(int i, int n) {
        return i + 1; } static String body(String s, String in) { return s + in;
    }
    static MethodHandle h(String n, Class<?> r, Class<?>... a) throws Exception {
        return MethodHandles.lookup().findStatic(HandleCombinators.class, n, MethodType.methodType(r, a));
    }
    interface T { Object go() throws Throwable; } static void ex(String n, T t) {
        try { p(n + " " + t.go()); } catch (Throwable e) { p(n + " " + e.getClass().getSimpleName() + " "
            + (e instanceof ClassCastException || e instanceof NullPointerException ? "" : e.getMessage()));
        } }
    public static void main(String[] args) throws Throwable {
        MethodHandle f3 = h("f3", String.class, String.class, int.class, long.class), sq = h("sq", int.class, int.class),
            add = h("add", int.class, int.class, int.class), boom = h("boom", int.class, int.class);
        p((String) MethodHandles.insertArguments(f3, 1, 7).invokeExact("a", 9L)
            + (String) MethodHandles.insertArguments(f3, 0, "z", 1, 2L).invokeExact()
            + (String) MethodHandles.dropArguments(f3, 1, Object.class, double.class).invokeExact("d", (Object) null, 1.5, 2, 3L));
        p((String) MethodHandles.filterArguments(f3, 1, sq).invokeExact("f", 5, 6L)
            + (String) MethodHandles.filterReturnValue(sq, MethodHandles.lookup().findStatic(String.class, "valueOf",
            MethodType.methodType(String.class, int.class))).invokeExact(9) + MethodHandles.filterArguments(add, 0, sq, sq).invoke(3, 4));
        MethodHandle gd = MethodHandles.guardWithTest(h("pos", boolean.class, int.class), h("posv", String.class, int.class),
            h("neg", String.class, int.class));
        p((String) gd.invokeExact(5) + (String) gd.invokeExact(-5));
            p((String) MethodHandles.foldArguments(h("fold", String.class, int.class, int.class, int.class), add).invokeExact(3, 4));
        p((int) MethodHandles.foldArguments(sq, h("note", void.class, int.class)).invokeExact(6));
        MethodHandle ca = MethodHandles.catchException(boom, IllegalArgumentException.class,
            h("rescue", int.class, IllegalArgumentException.class, int.class));
        p((int) ca.invokeExact(2) + " " + (int) ca.invokeExact(3)); ex("uncaught", () -> (int) ca.invokeExact(4));
        MethodHandle tf = MethodHandles.tryFinally(boom, h("fin", int.class, Throwable.class, int.class, int.class));
        p((int) tf.invokeExact(1)); ex("tf", () -> (int) tf.invokeExact(3));
        MethodHandle sp = add.asSpreader(Object[].class, 2), sp2 = add.asSpreader(int[].class, 2);
        p(sp.invoke(new Object[]{1, 2}) + " " + (int) sp2.invokeExact(new int[]{3, 4}));
        ex("splen", () -> sp.invoke(new Object[]{1})); MethodHandle arr = MethodHandles.lookup().findStatic(Arrays.class, "toString",
            MethodType.methodType(String.class, Object[].class));
        p((String) arr.asCollector(Object[].class, 3).invoke(1, "b", 'c') + (String) arr.asVarargsCollector(Object[].class).invoke(1, 2)
            + (String) arr.asCollector(String[].class, 2).invoke("x", "y"));
        p((String) MethodHandles.permuteArguments(f3, MethodType.methodType(String.class, long.class, int.class, String.class), 2, 1,
            0).invokeExact(1L, 2, "p") + MethodHandles.permuteArguments(add, MethodType.methodType(int.class, int.class), 0, 0).invoke(21));
        MethodHandle as = f3.asType(MethodType.methodType(Object.class, Object.class, Integer.class, int.class));
        p(as.invoke("as", 1, 2) + " " + as.type()); ex("ascce", () -> as.invoke(5, 1, 2));
        ex("asnull", () -> as.invoke("n", null, 2)); ex("asbad",
            () -> f3.asType(MethodType.methodType(int.class, String.class, int.class, long.class)));
        MethodHandle xp = MethodHandles.explicitCastArguments(sq, MethodType.methodType(byte.class, double.class));
        p((byte) xp.invokeExact(20.9)); p(MethodHandles.constant(String.class, "k").invoke() + " " + MethodHandles.identity(int.class).invoke(5)
            + MethodHandles.zero(long.class).invoke() + MethodHandles.empty(MethodType.methodType(String.class, int.class)).invoke(1));
        ex("throwEx", () -> MethodHandles.throwException(int.class, IllegalStateException.class).invoke(new IllegalStateException("thrown")));
        int[] ia = {1, 2, 3}; MethodHandle ag = MethodHandles.arrayElementGetter(int[].class), ast = MethodHandles.arrayElementSetter(int[].class);
        ast.invokeExact(ia, 1, 50); p((int) ag.invokeExact(ia, 1) + " " + (int) MethodHandles.arrayLength(int[].class).invokeExact(ia)
            + ((String[]) MethodHandles.arrayConstructor(String[].class).invokeExact(4)).length);
        ex("aioobe", () -> (int) ag.invokeExact(ia, 9)); p((String) MethodHandles.collectArguments(f3, 1, add).invokeExact("c", 10, 20, 5L));
        MethodHandle wl = MethodHandles.whileLoop(null, h("lt", boolean.class, int.class, int.class), h("inc", int.class, int.class, int.class));
        p((int) wl.invoke(10)); MethodHandle it = MethodHandles.iteratedLoop(null, null, h("body", String.class, String.class, String.class));
        p(it.invoke(List.of("a", "b", "c"))); MethodHandle cl = MethodHandles.countedLoop(MethodHandles.constant(int.class, 5),
            MethodHandles.constant(int.class, 1), MethodHandles.dropArguments(add, 2,
                int[].class).asType(MethodType.methodType(int.class, int.class, int.class, int[].class)).type().parameterCount() == 3 ? add : add);
        p((int) cl.invoke()); MethodHandle chain = MethodHandles.identity(int.class);
        for (int i = 0; i < 10; i++) chain = MethodHandles.filterReturnValue(chain, MethodHandles.insertArguments(add, 0, i));
        p((int) chain.invokeExact(100)); MethodHandle inv = MethodHandles.invoker(add.type()), exi = MethodHandles.exactInvoker(add.type());
        p(inv.invoke(add, 1, 2) + " " + (int) exi.invokeExact(add, 3, 4)
            + MethodHandles.spreadInvoker(add.type(), 0).invoke(add, new Object[]{5, 6}));
        Runnable r = MethodHandleProxies.asInterfaceInstance(Runnable.class, MethodHandles.insertArguments(h("note", void.class, int.class), 0, 99));
        r.run(); ConstantCallSite cs = new ConstantCallSite(sq); MutableCallSite ms = new MutableCallSite(sq);
        MethodHandle di = ms.dynamicInvoker(); p(cs.dynamicInvoker().invoke(3) + " " + di.invoke(4));
        ms.setTarget(boom); p(di.invoke(5)); ex("settype", () -> { ms.setTarget(add); return 1; });
        SwitchPoint swp = new SwitchPoint(); MethodHandle sw = swp.guardWithTest(sq, boom);
        p(sw.invoke(7)); SwitchPoint.invalidateAll(new SwitchPoint[]{swp}); p(sw.invoke(7) + " " + swp.hasBeenInvalidated());
        long t = 0; for (int i = 1; i < 3000; i++) t += ((String) gd.invokeExact(i % 2 == 0 ? i : -i)).length() + (int) ca.invokeExact(i + 10);
        p(t); p((String) MethodHandles.tableSwitch(h("neg", String.class, int.class), h("posv", String.class, int.class)).invokeExact(0));
    }
}

// java.lang.reflect.Proxy: handlers, default methods, Object methods, primitive returns, exceptions, several interfaces.
import java.lang.reflect.*;
import java.util.*;
public class Proxies {
    static void p(Object o) { System.out.println(o); }
    interface Svc { String hi(String n, int k); int prim(long l, double d, boolean z, char c, byte b, short s, float f);
        void vd(); default String def(String s) { return "def " + hi(s, 1); } Object thr(int k) throws java.io.IOException;
        int[] arr(String... v); static String st() { return "static"; } } interface Other {
        String hi(String n, int k); long lng(); }
    static class Log implements InvocationHandler { final List<String> l = new ArrayList<>();
        final Object target; Log(Object t) { target = t; } public Object invoke(Object px, Method m, Object[] a) throws Throwable {
            l.add(m.getName() + (a == null ? "()" : Arrays.deepToString(a))); if (m.getDeclaringClass() == Object.class) return switch (m.getName()) {
                case "toString" -> "PROXY"; case "hashCode" -> 42; case "equals" -> px == a[0];
                default -> null; }; if (m.isDefault()) return InvocationHandler.invokeDefault(px, m, a);
            if (target != null) try { return m.invoke(target, a); } catch (InvocationTargetException e) {
                throw e.getCause(); } return null; } }
    static class Impl implements Svc { public String hi(String n, int k) { return n.repeat(k);
        } public int prim(long l, double d, boolean z, char c, byte b, short s, float f) {
            return (int) (l + d + (z ? 1 : 0) + c + b + s + f); } public void vd() {
            p("vd called"); } public Object thr(int k) throws java.io.IOException {
            if (k == 0) throw new java.io.IOException("io"); if (k == 1) throw new IllegalStateException("ise");
            return k; } public int[] arr(String... v) { return new int[v.length]; }
    }
    @SuppressWarnings("unchecked") static <T> T mk(InvocationHandler h, Class<?>... is) {
        return (T) Proxy.newProxyInstance(Proxies.class.getClassLoader(), is, h);
    }
    static void ex(String n, java.util.concurrent.Callable<?> c) { try { p(n + " " + c.call());
        } catch (Throwable e) { p(n + " " + e.getClass().getSimpleName()
            + (e instanceof NullPointerException || e instanceof ClassCastException ? "" : " " + e.getMessage())
            + (e instanceof UndeclaredThrowableException ? " cause " + e.getCause() : ""));
        } }
    public static void main(String[] args) throws Exception {
        Log h = new Log(new Impl()); Svc s = mk(h, Svc.class);
            p(s.hi("ab", 3) + " " + s.prim(1, 2.5, true, 'a', (byte) 4, (short) 5, 6f) + s.def("q") + s.arr("x", "y").length);
        s.vd(); p(s + " " + s.hashCode() + s.equals(s) + s.equals("x")); ex("io", () -> s.thr(0));
        ex("ise", () -> s.thr(1)); ex("ok", () -> s.thr(5)); h.l.forEach(Proxies::p);
        p(Proxy.isProxyClass(s.getClass()) + " " + (Proxy.getInvocationHandler(s) == h) + (s instanceof Svc) + Proxy.isProxyClass(String.class)
            + Modifier.toString(s.getClass().getModifiers()) + s.getClass().getSuperclass() + Arrays.toString(s.getClass().getInterfaces()));
        Svc nul = mk((a, m, x) -> null, Svc.class); ex("nullprim", () -> nul.prim(1, 1, true, 'c', (byte) 1, (short) 1, 1));
        ex("nullobj", () -> nul.hi("", 0)); nul.vd(); Svc wrong = mk((a, m, x) -> "str", Svc.class);
        ex("wrong", () -> wrong.prim(1, 1, true, 'c', (byte) 1, (short) 1, 1));
        ex("wrong2", () -> wrong.arr()); ex("right", () -> wrong.hi("", 1));
            Svc thr = mk((a, m, x) -> { throw new Exception("checked"); }, Svc.class);
        ex("undecl", () -> thr.hi("a", 1)); Svc thr2 = mk((a, m, x) -> { throw new Error("error"); }, Svc.class);
        ex("error", () -> thr2.hi("a", 1)); Object two = mk((a, m, x) -> m.getDeclaringClass().getSimpleName() + "." + m.getName(), Svc.class,
            Other.class);
        p(((Svc) two).hi("", 1) + ((Other) two).hi("", 1)); Other o2 = mk((a, m,
            x) -> m.getName().equals("lng") ? 5L : m.getDeclaringClass().getSimpleName(), Other.class, Svc.class);
        p(o2.lng() + o2.hi("", 0)); ex("notif", () -> mk(h, String.class)); ex("dup", () -> mk(h, Svc.class, Svc.class));
        ex("nullh", () -> mk(null, Svc.class)); ex("prim", () -> mk(h, int.class));
        ex("gih", () -> Proxy.getInvocationHandler("x")); Runnable r = mk((a, m, x) -> { p("run " + Arrays.toString(x)); return null;
            }, Runnable.class);
        r.run(); Comparator<String> c = mk((a, m, x) -> m.getName().equals("compare") ? ((String) x[0]).length() - ((String) x[1]).length() : InvocationHandler.invokeDefault(a, m, x), Comparator.class);
        List<String> l = new ArrayList<>(List.of("ccc", "a", "bb")); l.sort(c);
        p(l); l.sort(c.reversed()); p(l + "" + c.thenComparing(Comparator.naturalOrder()).compare("a", "b"));
        Map<String, Object> bag = new HashMap<>(); interface Bean { String getName();
            void setName(String n); int getAge(); void setAge(int a);
                } Bean b = mk((a, m, x) -> m.getName().startsWith("set") ? bag.put(m.getName().substring(3),
                    x[0]) == bag : bag.get(m.getName().substring(3)), Bean.class);
        ex("bean", () -> { b.setName("n"); b.setAge(5); return b.getName() + b.getAge(); });
        int t = 0; for (int i = 0; i < 1000; i++) t += s.prim(i, 0, false, 'a', (byte) 0, (short) 0, 0);
        p(t + " " + (s.getClass() == mk(h, Svc.class).getClass())); List<String> ms = new ArrayList<>();
        for (Method m : Svc.class.getMethods()) ms.add(m.getName() + m.isDefault());
        Collections.sort(ms); p(ms);
    }
}

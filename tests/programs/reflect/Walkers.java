// StackWalker, StackTraceElement contents, getCallerClass, Thread stack traces, frames through lambdas and reflection.
import java.util.*;
import java.util.stream.*;
public class Walkers {
    static void p(Object o) { System.out.println(o); }
    static final StackWalker W = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE), S = StackWalker.getInstance(),
        H = StackWalker.getInstance(EnumSet.of(StackWalker.Option.SHOW_REFLECT_FRAMES, StackWalker.Option.RETAIN_CLASS_REFERENCE));
    static List<String> names() { return W.walk(s -> s.map(f -> f.getDeclaringClass().getSimpleName() + "."
        + f.getMethodName()).collect(Collectors.toList()));
    }
    static Class<?> caller() { return W.getCallerClass(); } static class Other {
        static Class<?> ask() { return caller(); } List<String> inst(int n) { return n == 0 ? names() : inst(n - 1);
        } Other() { p("ctor " + names()); } }
    interface Def { default List<String> d() { return names(); } }
    static StackTraceElement[] trace(int n) { return n == 0 ? new Throwable().getStackTrace() : trace(n - 1); }
    public static List<String> refl(String x) { return names(); }
    public static void main(String[] args) throws Exception {
        p(names()); p(caller() + " " + Other.ask()); p(new Other().inst(3)); p(new Def() { }.d());
        p(S.walk(s -> s.limit(1).map(f -> f.getClassName() + " " + f.getMethodName() + " " + f.getLineNumber() + " " + f.getFileName() + " "
            + f.isNativeMethod() + " " + (f.getByteCodeIndex() >= 0)).findFirst().get()));
        W.forEach(f -> p(f.toStackTraceElement() + " " + f.getMethodType() + f.getDescriptor()));
        try { S.walk(s -> s.findFirst().get().getDeclaringClass()); } catch (UnsupportedOperationException e) { p(e.getMessage()); }
        for (StackTraceElement e : trace(2)) p(e.getClassName() + "#" + e.getMethodName() + ":" + e.getLineNumber() + " " + e.getFileName()
            + e.isNativeMethod() + e.getModuleName() + e.getClassLoaderName() + " " + e);
        p(Walkers.class.getMethod("refl", String.class).invoke(null, "x")); p(H.walk(s -> s.count()) >= 1);
        List<String> viaLambda = Stream.of(1).map(x -> names().get(1).startsWith("Walkers.lambda$main$")).map(String::valueOf).toList(); p(viaLambda);
        Runnable r = () -> p(names().stream().filter(x -> !x.contains("lambda")).toList()); r.run();
        StackTraceElement[] th = Thread.currentThread().getStackTrace();
            p(th[0].getClassName() + "." + th[0].getMethodName() + " " + th[1].getMethodName() + th.length);
        StackTraceElement a = new StackTraceElement("app", "mod", "1.0", "C", "m", "F.java", 7), b = new StackTraceElement("C", "m", null, -2),
            c = new StackTraceElement("C", "m", "F.java", -1);
        p(a + " | " + b + " | " + c + " " + a.equals(new StackTraceElement("app", "mod", "1.0", "C", "m", "F.java", 7)) + b.isNativeMethod()
            + a.hashCode() + a.getModuleVersion());
        Thread t = new Thread(() -> p(names().stream().filter(x -> !x.contains("lambda")).toList()), "tt");
        t.start(); t.join(); p(t.getStackTrace().length); Throwable ex = null; try {
            List.of(3, 1, 2).stream().sorted((x, y) -> { throw new IllegalStateException("in cmp"); }).toList();
        } catch (IllegalStateException e) { ex = e; } StackTraceElement[] st = ex.getStackTrace();
        p(st[0].getMethodName().startsWith("lambda$main$") + " " + st[st.length - 1].getMethodName() + " " + st[1].getModuleName()
            + st[1].getClassName());
        int deep = W.walk(s -> (int) s.takeWhile(f -> f.getDeclaringClass() == Walkers.class).count());
        p(deep); Optional<String> skip = S.walk(s -> s.skip(1).map(StackWalker.StackFrame::getMethodName).findFirst());
        p(skip); try { W.walk(s -> s); p("escaped"); W.walk(s -> s).count(); } catch (IllegalStateException e) {
            p(e.getClass().getSimpleName()); } Throwable ns = new Throwable("m", null, true, false) {
        }; p(ns.getStackTrace().length); Throwable mod = new Throwable(); mod.setStackTrace(new StackTraceElement[0]);
        p(mod.getStackTrace().length); try { mod.setStackTrace(new StackTraceElement[]{null});
        } catch (NullPointerException e) { p("NPE"); } Map<Boolean, Boolean> all = new TreeMap<>();
        for (var e : Thread.getAllStackTraces().entrySet()) all.put(e.getKey() == Thread.currentThread(), true);
        p(all.containsKey(true));
    }
}

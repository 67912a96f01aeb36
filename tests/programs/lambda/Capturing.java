// Lambdas capturing locals, parameters, this, arrays and loop variables of every type.
import java.util.*;
import java.util.function.*;
public class Capturing {
    int field = 10;
    static int st = 100;
    Supplier<Integer> self() { return () -> field++; }
    IntSupplier nested(int a) { return () -> { IntUnaryOperator f = x -> x * a + field; return f.applyAsInt(2) + f.applyAsInt(3); }; }
    Supplier<Supplier<String>> two(String s) { return () -> () -> s + field + st; }
    static Runnable all(boolean z, byte b, short s, char c, int i, long l, float f, double d, String str, int[] arr) {
        return () -> System.out.println(z + " " + b + " " + s + " " + c + " " + i + " " + l + " " + f + " " + d + " " + str + " " + arr[0]++);
    }
    static List<IntSupplier> loop() {
        List<IntSupplier> r = new ArrayList<>();
        for (int i = 0; i < 3; i++) { int j = i * i; r.add(() -> j + st); }
        for (int v : new int[]{7, 8}) r.add(() -> v);
        return r;
    }
    static IntSupplier counter() { int[] c = {0}; return () -> ++c[0]; }
    static <T> Supplier<T> memo(Supplier<T> s) {
        Object[] box = new Object[1];
        return () -> { if (box[0] == null) box[0] = s.get(); @SuppressWarnings("unchecked") T t = (T) box[0]; return t; };
    }
    class Inner { int v = 5; IntSupplier sum() { return () -> v + field + Capturing.this.field; } }
    static final Function<Integer, Integer> FACT = new Function<>() { public Integer apply(Integer n) { return n < 2 ? 1 : n * this.apply(n - 1); } };
    static Function<Integer, Long> fib;
    static { fib = n -> n < 2 ? (long) n : fib.apply(n - 1) + fib.apply(n - 2); }
    final IntUnaryOperator rec = n -> n == 0 ? 0 : n + this.rec().applyAsInt(n - 1);
    IntUnaryOperator rec() { return rec; }
    public static void main(String[] args) {
        Capturing c = new Capturing();
        Supplier<Integer> s = c.self();
        System.out.println(s.get() + " " + s.get() + " " + c.field);
        System.out.println(c.nested(4).getAsInt() + " " + c.two("x").get().get());
        Runnable r = all(true, (byte) -3, (short) 300, 'q', 42, 1L << 40, 1.5f, 2.25, "str", new int[]{9});
        r.run(); r.run();
        for (IntSupplier i : loop()) System.out.print(i.getAsInt() + " ");
        System.out.println();
        IntSupplier a = counter(), b = counter();
        System.out.println(a.getAsInt() + " " + a.getAsInt() + " " + b.getAsInt());
        int[] calls = {0};
        Supplier<String> m = memo(() -> "v" + ++calls[0]);
        System.out.println(m.get() + m.get() + calls[0]);
        System.out.println(c.new Inner().sum().getAsInt() + " " + FACT.apply(10) + " " + fib.apply(20) + " " + c.rec.applyAsInt(100));
        Runnable noCap1 = () -> st++;
        for (int i = 0; i < 5; i++) noCap1.run();
        System.out.println(st);
        Comparator<String> cmp = (x, y) -> { int k = x.length() - y.length(); return k != 0 ? k : x.compareTo(y); };
        List<String> l = new ArrayList<>(List.of("ccc", "a", "bb", "aa", "b"));
        l.sort(cmp);
        System.out.println(l);
        StringBuilder log = new StringBuilder();
        Consumer<Object> put = o -> log.append(o).append(';');
        put.andThen(o -> log.append("again ").append(o)).accept("first");
        System.out.println(log);
        try { ((Runnable) () -> { throw new IllegalStateException("from lambda"); }).run();
        } catch (IllegalStateException e) { System.out.println(e.getMessage() + " "
            + e.getStackTrace()[0].getMethodName().startsWith("lambda$main$"));
        }
        BiFunction<Long, Double, String> wide = (p, q) -> p + ":" + q + ":" + c.field;
        System.out.println(wide.apply(5L, 0.5));
        System.out.println(((Function<Integer, Function<Integer, Integer>>) x -> y -> x * y).apply(6).apply(7));
    }
}

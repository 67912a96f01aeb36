// Varargs and overload resolution, generics with bounds and wildcards, generic methods, recursion on types.
import java.util.*;
import java.util.function.*;
public class Varargs {
    static String v(Object... o) { return o == null ? "null" : o.length + Arrays.toString(o);
    } static int sum(int... a) { int s = 0; for (int x : a) s += x; return s;
    } static String mix(String f, long d, double... r) { return f + d + Arrays.toString(r);
    } static String ch(char... c) { return new String(c); }
    static String o(Object x) { return "1obj"; } static String o(Object x, Object y) {
        return "2obj"; } static String o(Object... x) { return "n" + x.length; }
    static String p(Integer... x) { return "Integer" + x.length; } static String p(Number... x) {
        return "Number" + x.length; } static String box(long x) { return "long";
    } static String box(Object x) { return "Object"; } static String box(Integer x) {
        return "Integer"; }
    @SafeVarargs static <T> List<T> list(T... ts) { return new ArrayList<>(Arrays.asList(ts));
    } @SafeVarargs static <T extends Comparable<? super T>> T max(T first, T... rest) {
        T m = first; for (T t : rest) if (t.compareTo(m) > 0) m = t; return m; }
    static class Cell<T> { T v; Cell(T v) { this.v = v; } <R> Cell<R> map(Function<? super T, ? extends R> f) {
            return new Cell<>(f.apply(v)); } static <A, B, C> Cell<C> zip(Cell<A> a, Cell<B> b, BiFunction<A, B, C> f) {
            return new Cell<>(f.apply(a.v, b.v)); } boolean same(Cell<?> o) { return Objects.equals(v, o.v);
        } }
    static abstract class Builder<T extends Builder<T>> { StringBuilder sb = new StringBuilder();
        abstract T self(); T add(String s) { sb.append(s); return self(); } } static class HtmlBuilder extends Builder<HtmlBuilder> {
        HtmlBuilder self() { return this; } HtmlBuilder tag(String t) { sb.append('<').append(t).append('>');
            return this; } }
    static double total(Collection<? extends Number> c) { double t = 0; for (Number n : c) t += n.doubleValue();
        return t; } static void fill(List<? super Integer> l, int n) { for (int i = 0; i < n; i++) l.add(i);
    } static <T> void swap(T[] a, int i, int j) { T t = a[i]; a[i] = a[j]; a[j] = t;
    } static <K, V extends Comparable<V>> K argmax(Map<K, V> m) { K best = null;
        V bv = null; for (Map.Entry<K, V> e : m.entrySet()) if (bv == null || e.getValue().compareTo(bv) > 0) {
            best = e.getKey(); bv = e.getValue(); } return best; }
    static <T extends Comparable<T> & CharSequence> int cmpLen(T a, T b) { return a.compareTo(b) * 100 + a.length() - b.length();
    } static <T> T[] arr(IntFunction<T[]> f, int n) { return f.apply(n); } static class LinkedStack<E> implements Iterable<E> {
        private class N { E e; N nx; N(E e, N n) { this.e = e; nx = n; } } N head;
        int size; void push(E e) { head = new N(e, head); size++; } E pop() { E e = head.e;
            head = head.nx; size--; return e; } public Iterator<E> iterator() { return new Iterator<E>() {
                N c = head; public boolean hasNext() { return c != null; } public E next() {
                    E e = c.e; c = c.nx; return e; } }; } }
    static class MyEx extends RuntimeException { MyEx(String f, Object... a) {
            super(String.format(f, a)); } } static <X extends Throwable> void sneaky(Throwable t) throws X {
        throw (X) t; } static class Memo<K, V> { final Map<K, V> m = new HashMap<>();
        final Function<K, V> f; Memo(Function<K, V> f) { this.f = f; } V get(K k) {
            V v = m.get(k); if (v == null) { v = f.apply(k); m.put(k, v); } return v;
        } }
    public static void main(String... args) {
        System.out.println(v() + v(1) + v(1, "a", null) + v((Object[]) null) + v((Object) null) + v(new Object[]{1, 2})
            + v((Object) new Object[]{1}.length) + v(new String[]{"s", "t"}) + v(new int[0].length, 'c', 2L));
        System.out.println(sum() + sum(1) + sum(1, 2, 3) + sum(new int[]{4, 5}) + mix("f", 3) + mix("f", 3, 1, 2.5) + mix("f", 'a', 'b')
            + ch('x', 'y'));
        System.out.println(o(1) + o(1, 2) + o() + o(1, 2, 3) + o((Object) new Object[4]) + o(new Object[4]) + p(1, 2) + p(1, 2.0) + box(1) + box('c')
            + box(1.0) + box((Integer) 1) + box((short) 1));
        List<Object> ml = list(1, "two", 3.0); System.out.println(ml + " " + list().size() + " " + max(3, 9, 2) + max("pear", "zebra", "apple")
            + max(1.5));
        System.out.println(new Cell<>("abc").map(String::length).map(n -> n * 1.5).v + " "
            + Cell.zip(new Cell<>(2), new Cell<>("x"), (a, b) -> b.repeat(a)).v + new Cell<>(1).same(new Cell<>(1L))
            + new Cell<>("q").same(new Cell<>("q")));
        System.out.println(new HtmlBuilder().add("a").tag("b").add("c").sb); List<Number> nums = new ArrayList<>();
        fill(nums, 4); nums.add(2.5); System.out.println(total(nums) + " " + nums + " " + total(List.of(1L, 2L)));
        String[] sa = {"x", "y", "z"}; swap(sa, 0, 2); System.out.println(Arrays.toString(sa) + argmax(new TreeMap<>(Map.of("a", 3, "b", 9, "c", 5)))
            + cmpLen("ab", "abc") + arr(String[]::new, 3).length + arr(int[][]::new, 2).getClass().getName());
        LinkedStack<Integer> st = new LinkedStack<>(); for (int i = 0; i < 5; i++) st.push(i * i);
        int t = 0; for (int i : st) t = t * 10 + i; System.out.println(t + " " + st.pop() + st.pop() + st.size);
        try { throw new MyEx("%s=%05d", "k", 42); } catch (MyEx e) { System.out.println(e.getMessage());
        } try { Varargs.<RuntimeException>sneaky(new java.io.IOException("sneaked"));
        } catch (Exception e) { System.out.println(e); }
        Memo<Integer, Long>[] fib = new Memo[1]; fib[0] = new Memo<>(n -> n < 2 ? (long) n : fib[0].get(n - 1) + fib[0].get(n - 2));
        System.out.println(fib[0].get(80) + " " + fib[0].m.size()); List raw = new ArrayList<Integer>();
        raw.add("heap"); List<Integer> pol = raw; try { int i = pol.get(0); } catch (ClassCastException e) {
            System.out.println("pollution"); } System.out.println(((Object) pol.get(0) instanceof String) + " " + args.length);
        try { Object[] oa = list("a").toArray(new Integer[1]); } catch (ArrayStoreException e) {
            System.out.println(e.getMessage()); } Comparator<String> c = Comparator.<String>comparingInt(String::length).reversed();
        System.out.println(c.compare("aa", "b"));
    }
}

// User-defined collections on AbstractList, AbstractSet, AbstractMap, AbstractQueue, Iterable and Spliterator.
import java.util.*;
import java.util.function.*;
import java.util.stream.*;
public class CustomColl {
    static void p(Object o) { System.out.println(o); }
    static class Range extends AbstractList<Integer> implements RandomAccess {
        final int lo, n; Range(int lo, int n) { this.lo = lo; this.n = n; } public Integer get(int i) {
            Objects.checkIndex(i, n); return lo + i; } public int size() { return n;
        } }
    static class Gap extends AbstractList<String> { private String[] a = new String[2];
        private int n; public String get(int i) { Objects.checkIndex(i, n); return a[i];
        } public int size() { return n; } @Override public String set(int i, String s) {
            String o = get(i); a[i] = s; return o; } @Override public void add(int i, String s) {
            if (n == a.length) a = Arrays.copyOf(a, n * 2); System.arraycopy(a, i, a, i + 1, n - i);
            a[i] = s; n++; modCount++; } @Override public String remove(int i) { String o = get(i);
            System.arraycopy(a, i + 1, a, i, --n - i); a[n] = null; modCount++; return o;
        } }
    static class Bits extends AbstractSet<Integer> { long m; @Override public boolean add(Integer i) {
            boolean r = !contains(i); m |= 1L << i; return r; } @Override public boolean contains(Object o) {
            return o instanceof Integer i && i >= 0 && i < 64 && (m >>> i & 1) == 1;
        } public int size() { return Long.bitCount(m); } public Iterator<Integer> iterator() {
            return new Iterator<>() { long r = m; int last = -1; public boolean hasNext() {
                    return r != 0; } public Integer next() { if (r == 0) throw new NoSuchElementException();
                    last = Long.numberOfTrailingZeros(r); r &= r - 1; return last; } public void remove() {
                    m &= ~(1L << last); } }; } }
    static class ArrMap<V> extends AbstractMap<Character, V> { final Object[] v = new Object[26];
        @Override public V put(Character c, V x) { Object o = v[c - 'a']; v[c - 'a'] = x;
            return (V) o; } public Set<Entry<Character, V>> entrySet() { return new AbstractSet<>() {
                public int size() { int n = 0; for (Object o : v) if (o != null) n++; return n;
                } public Iterator<Entry<Character, V>> iterator() { return IntStream.range(0, 26).filter(i -> v[i] != null).<Entry<Character,
                    V>>mapToObj(i -> new SimpleEntry<>((char) ('a' + i), (V) v[i])).iterator();
                } }; } }
    static class Ring<E> extends AbstractQueue<E> { final Object[] b; int h, n;
        Ring(int c) { b = new Object[c]; } public boolean offer(E e) { if (n == b.length) return false;
            b[(h + n++) % b.length] = e; return true; } public E poll() { if (n == 0) return null;
            E e = (E) b[h]; h = (h + 1) % b.length; n--; return e; } public E peek() {
            return n == 0 ? null : (E) b[h]; } public int size() { return n; } public Iterator<E> iterator() {
            return new Iterator<E>() { int i = 0; public boolean hasNext() { return i < n;
                } public E next() { return (E) b[(h + i++) % b.length]; } }; } }
    static class Tree<T extends Comparable<T>> implements Iterable<T> { class N {
            T v; N l, r; N(T v) { this.v = v; } } N root; int size; boolean add(T v) {
            if (root == null) { root = new N(v); size++; return true; } N c = root;
            while (true) { int k = v.compareTo(c.v); if (k == 0) return false; N nx = k < 0 ? c.l : c.r;
                if (nx == null) { if (k < 0) c.l = new N(v); else c.r = new N(v); size++;
                    return true; } c = nx; } } public Iterator<T> iterator() { Deque<N> st = new ArrayDeque<>();
            for (N c = root; c != null; c = c.l) st.push(c); return new Iterator<>() {
                public boolean hasNext() { return !st.isEmpty(); } public T next() { N x = st.pop();
                    for (N c = x.r; c != null; c = c.l) st.push(c); return x.v; } }; } }
    public static void main(String[] args) {
        Range r = new Range(5, 6); p(r + " " + r.subList(2, 4) + r.contains(7) + r.indexOf(9) + r.hashCode() + r.equals(List.of(5, 6, 7, 8, 9, 10))
            + r.stream().mapToInt(i -> i).sum() + Collections.binarySearch(r, 8) + new ArrayList<>(r) + r.lastIndexOf(10));
        try { r.add(1); } catch (UnsupportedOperationException e) { p("UOE"); }
        try { r.get(6); } catch (IndexOutOfBoundsException e) { p(e.getMessage());
        } try { r.iterator().remove(); } catch (IllegalStateException e) { p("ISE");
        } ListIterator<Integer> li = r.listIterator(6); int s = 0; while (li.hasPrevious()) s = s * 3 + li.previous();
        p(s);
        Gap g = new Gap(); g.addAll(List.of("c", "a", "d", "b")); g.add(1, "x");
        Collections.sort(g); g.removeIf(q -> q.equals("c")); p(g + " " + g.remove("zz") + g.remove("a") + g);
        ListIterator<String> gi = g.listIterator(); while (gi.hasNext()) { String q = gi.next();
            gi.set(q + q); if (q.equals("d")) gi.add("new"); } p(g); Collections.reverse(g);
        g.subList(0, 2).clear(); p(g + "" + g.hashCode()); try { for (String q : g) g.add("y");
        } catch (ConcurrentModificationException e) { p("CME " + g.size()); } g.clear();
        p(g.isEmpty());
        Bits b = new Bits(); b.addAll(List.of(3, 1, 63, 5, 3));
            p(b + " " + b.size() + b.contains(5) + b.contains("x") + b.equals(Set.of(1, 3, 5, 63)) + b.hashCode() + b.removeAll(List.of(3)) + b
                + b.retainAll(Set.of(1, 63)) + b + b.stream().map(i -> i * 2).toList());
        try { Iterator<Integer> it = new Bits().iterator(); it.next(); } catch (NoSuchElementException e) {
            p("NSE"); } ArrMap<Integer> am = new ArrMap<>(); for (char c : "hello world".toCharArray()) if (c != ' ') am.merge(c, 1, Integer::sum);
        p(am + " " + am.get('l') + am.get('z') + am.containsKey('h') + am.containsValue(3) + am.keySet() + am.values() + am.equals(new HashMap<>(am))
            + am.hashCode() + am.size());
        try { am.remove('h'); } catch (UnsupportedOperationException e) { p("UOE");
        }
        Ring<Integer> q = new Ring<>(3); p(q.offer(1) + "" + q.add(2) + q.offer(3) + q.offer(4) + q.poll() + q.offer(5) + q + q.element()
            + q.remove() + q.contains(5));
        try { q.add(7); q.add(8); } catch (IllegalStateException e) { p(e.getMessage());
        } q.clear(); try { q.remove(); } catch (NoSuchElementException e) { p("NSE");
        } Tree<String> t = new Tree<>(); for (String w : "m f t b h p w a".split(" ")) t.add(w);
        p(t.add("m") + "" + t.size); for (String w : t) System.out.print(w + " ");
        p(StreamSupport.stream(t.spliterator(), false).map(String::toUpperCase).collect(Collectors.joining()));
        Spliterator<Integer> sp = new Spliterators.AbstractSpliterator<>(5, Spliterator.ORDERED) {
            int i = 0; public boolean tryAdvance(Consumer<? super Integer> a) { if (i >= 5) return false;
                a.accept(i++ * 11); return true; } }; p(StreamSupport.stream(sp, false).skip(1).toList());
        Spliterator<Integer> ls = new ArrayList<>(List.of(1, 2, 3, 4, 5)).spliterator(), half = ls.trySplit();
        p(half.estimateSize() + " " + ls.estimateSize() + ls.hasCharacteristics(Spliterator.SIZED) + ls.getExactSizeIfKnown());
        half.forEachRemaining(x -> System.out.print(x + ",")); ls.tryAdvance(CustomColl::p);
        p(new TreeSet<>(List.of(1)).spliterator().hasCharacteristics(Spliterator.SORTED) + "" + Spliterators.emptySpliterator().tryAdvance(x -> { })
            + Spliterators.iterator(Arrays.spliterator(new int[]{4, 5})).nextInt());
    }
}

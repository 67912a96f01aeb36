// Object methods, equals/hashCode contracts, Objects utilities, getClass, toString defaults, Comparable.
import java.util.*;
public class ObjectMethods {
    static class P { final int x, y; P(int x, int y) { this.x = x; this.y = y;
        } @Override public boolean equals(Object o) { if (this == o) return true;
            if (o == null || getClass() != o.getClass()) return false; P p = (P) o;
            return x == p.x && y == p.y; } @Override public int hashCode() { return Objects.hash(x, y);
        } @Override public String toString() { return "P(" + x + "," + y + ")";
        } } static class P3 extends P { final int z; P3(int x, int y, int z) { super(x, y);
            this.z = z; } @Override public boolean equals(Object o) { return super.equals(o) && ((P3) o).z == z;
        } @Override public int hashCode() { return 31 * super.hashCode() + z; }
    } static class BadHash { final String s; BadHash(String s) { this.s = s;
        } @Override public int hashCode() { return 1; } @Override public boolean equals(Object o) {
            return o instanceof BadHash b && b.s.equals(s); } @Override public String toString() {
            return s; } } static class Cmp implements Comparable<Cmp> { final int k;
        Cmp(int k) { this.k = k; } public int compareTo(Cmp o) { return Integer.compare(k % 3, o.k % 3);
        } @Override public String toString() { return "" + k; } } static class HC extends Object {
        @Override public int hashCode() { return 0xABC; } }
    public static void main(String[] args) throws Exception {
        P a = new P(1, 2), b = new P(1, 2), c = new P(2, 1); P3 d = new P3(1, 2, 3);
        System.out.println(a.equals(b) + " " + a.equals(c) + " " + a.equals(d) + " " + d.equals(a) + " " + a.equals(null) + " " + a.hashCode() + " "
            + b.hashCode() + " " + d.hashCode() + " " + d);
        Set<P> set = new HashSet<>(List.of(a, c)); set.add(b); set.add(d);
            System.out.println(set.size() + " " + set.contains(new P(2, 1)) + set.contains(new P3(1, 2, 4)));
        Map<BadHash, Integer> m = new HashMap<>(); for (int i = 0; i < 50; i++) m.put(new BadHash("k" + i % 30), i);
        System.out.println(m.size() + " " + m.get(new BadHash("k7")) + " " + m.get(new BadHash("zz")) + " " + m.remove(new BadHash("k8")) + m.size());
        TreeSet<Cmp> ts = new TreeSet<>(); for (int i = 0; i < 10; i++) ts.add(new Cmp(i));
        System.out.println(ts); List<Cmp> cl = new ArrayList<>(); for (int i = 9; i >= 0; i--) cl.add(new Cmp(i));
        Collections.sort(cl); System.out.println(cl); System.out.println(new HC());
        System.out.println(Objects.equals(null, null) + " " + Objects.equals(a, null) + " " + Objects.hashCode(null) + " " + Objects.hash() + " "
            + Objects.hash((Object) null) + " " + Objects.hash(1, 2, 3) + " " + Objects.toString(null) + Objects.toString(null, "def") + " "
            + Objects.deepEquals(new int[]{1}, new int[]{1}) + Objects.isNull(a) + Objects.nonNull(a) + " "
            + Objects.requireNonNullElse(null, "else") + Objects.requireNonNullElseGet(null, () -> "get") + " "
            + Objects.compare("a", "b", Comparator.naturalOrder()));
        try { Objects.requireNonNull(null, "msg"); } catch (NullPointerException e) {
            System.out.println(e.getMessage()); } try { Objects.requireNonNull(null, () -> "lazy");
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { Objects.checkIndex(5, 5); } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage()); } try { Objects.checkFromToIndex(3, 2, 5);
        } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage());
        } try { Objects.checkFromIndexSize(3, 4, 5); } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage()); }
        System.out.println(a.getClass() + " " + d.getClass().getSuperclass() + " " + new int[0].getClass() + " " + int.class + " " + Runnable.class
            + " " + new Object[0][0].getClass().getComponentType() + " " + Object.class.getSuperclass());
        System.out.println(Arrays.hashCode(new int[]{1, 2}) + " " + List.of(1, 2).hashCode() + " " + new HashSet<>(List.of(1, 2)).hashCode() + " "
            + Map.of("a", 1).hashCode() + " " + Map.entry("a", 1).hashCode() + " " + Arrays.deepHashCode(new Object[]{1, new int[]{2}}) + " "
            + Optional.of("x").hashCode() + " " + "ab".hashCode() + " " + new AbstractMap.SimpleEntry<>(null, null).hashCode() + " "
            + Arrays.asList(1, null).hashCode() + " " + new ArrayList<>().hashCode() + " " + Collections.emptySet().hashCode());
        System.out.println(List.of(1, 2).equals(Arrays.asList(1, 2)) + " " + new ArrayList<>(List.of(1)).equals(new LinkedList<>(List.of(1))) + " "
            + Set.of(1).equals(new TreeSet<>(List.of(1))) + " " + List.of(1).equals(Set.of(1)) + " "
            + new HashMap<>(Map.of(1, 2)).equals(new TreeMap<>(Map.of(1, 2))) + " " + new int[0].equals(new int[0]) + " "
            + Arrays.equals(new int[0], new int[0]) + " " + new StringBuilder("a").equals("a") + " " + "a".equals(new StringBuilder("a")) + " "
            + Integer.valueOf(1).equals(1L));
        try { a.wait(); } catch (IllegalMonitorStateException e) { System.out.println(e.getMessage());
        } try { a.notify(); } catch (IllegalMonitorStateException e) { System.out.println(e.getMessage());
        } try { a.notifyAll(); } catch (IllegalMonitorStateException e) { System.out.println(e.getMessage());
        } synchronized (a) { a.notifyAll(); a.wait(1); System.out.println("waited");
            try { a.wait(-1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage());
            } } Object o = new Object() { @Override protected void finalize() { } @Override public String toString() {
                return getClass().getName() + "/" + super.toString().startsWith(getClass().getName() + "@");
            } }; System.out.println(o); Thread.currentThread().interrupt(); try { synchronized (a) {
                a.wait(10); } } catch (InterruptedException e) { System.out.println(e + " " + Thread.currentThread().isInterrupted());
        } Comparable<String> cs = "b"; System.out.println(cs.compareTo("a") + " " + Comparator.<Integer>naturalOrder().compare(1, 2) + " "
            + Comparator.nullsFirst(Comparator.<Integer>naturalOrder()).compare(null, 1));
    }
}

// ArrayList, LinkedList, Vector, Stack, Arrays.asList, List.of: common operations compared across implementations.
import java.util.*;
public class Lists {
    static void p(Object o) { System.out.println(o); }
    static void ex(Runnable r) { try { r.run(); p("ok"); } catch (RuntimeException e) {
            p(e.getClass().getSimpleName() + " " + (e instanceof NullPointerException ? "" : e.getMessage()));
        } }
    static void drive(List<Integer> l) {
        p("== " + l.getClass().getSimpleName());
        for (int i = 0; i < 10; i++) l.add(i * i % 7);
        l.add(3, 100); l.addAll(List.of(1, 2)); l.addAll(0, Arrays.asList(null, 5)); p(l + " " + l.size());
        p(l.get(5) + " " + l.set(5, -1) + " " + l.indexOf(4) + " " + l.lastIndexOf(4) + " " + l.indexOf(null) + " " + l.contains(100)
            + l.contains(77) + l.isEmpty());
        p(l.remove(0) + " " + l.remove((Object) 100) + l.remove((Object) 555) + " " + l.removeAll(Set.of(0, 1)) + l + " "
            + l.retainAll(List.of(4, 2, 5, -1)) + l);
        p(l.hashCode() + " " + l.equals(new ArrayList<>(l)) + " " + l.containsAll(List.of(2, 4)) + " " + Arrays.toString(l.toArray())
            + Arrays.toString(l.toArray(new Integer[0])) + l.toArray(new Integer[20]).length);
        l.sort(null); p(l); l.sort(Comparator.reverseOrder()); p(l); Collections.reverse(l); Collections.swap(l, 0, 1); p(l);
        ListIterator<Integer> it = l.listIterator(l.size()); StringBuilder sb = new StringBuilder();
        while (it.hasPrevious()) { sb.append(it.previousIndex()).append(':'); int v = it.previous();
            sb.append(v).append(' '); if (v == 4) it.set(44); if (v == 2) it.remove();
        } p(sb + "" + l); it.add(-9); p(l + " " + it.nextIndex());
        ex(() -> l.get(99)); ex(() -> l.remove(-1)); ex(() -> l.add(50, 1)); ex(() -> l.set(50, 1));
        ex(() -> l.listIterator(-1)); ex(() -> l.iterator().remove()); ex(() -> { for (Integer x : l) l.add(1); });
        ex(() -> { Iterator<Integer> a = l.iterator(); a.next(); l.remove(0); a.next(); });
        ex(() -> l.toArray((Integer[]) null)); ex(() -> l.addAll(null));
        l.clear(); p(l + " " + l.isEmpty()); ex(() -> l.iterator().next()); ex(() -> l.get(0));
    }
    public static void main(String[] args) {
        drive(new ArrayList<>()); drive(new LinkedList<>()); drive(new Vector<>());
        drive(new Stack<>()); drive(new java.util.concurrent.CopyOnWriteArrayList<>() { @Override public ListIterator<Integer> listIterator(int i) { return new ArrayList<>(this).listIterator(i); } });
        LinkedList<String> ll = new LinkedList<>(List.of("a", "b", "c")); ll.addFirst("0");
        ll.addLast("z"); ll.push("p"); p(ll + ll.peekFirst() + ll.peekLast() + ll.pollFirst() + ll.pollLast() + ll.pop() + ll.getFirst()
            + ll.getLast() + ll.element() + ll.removeFirstOccurrence("b") + ll.descendingIterator().next() + ll.offer("q") + ll);
        Stack<Integer> st = new Stack<>(); st.push(1); st.push(2); st.push(3);
            p(st.peek() + " " + st.pop() + st.search(1) + st.search(9) + st.empty() + st + st.get(0));
        st.clear(); ex(st::pop); ex(st::peek);
        Vector<Integer> v = new Vector<>(2, 3); for (int i = 0; i < 4; i++) v.addElement(i);
        p(v.capacity() + " " + v.elementAt(1) + v.firstElement() + v.lastElement() + v.indexOf(2, 3));
        v.insertElementAt(9, 0); v.removeElementAt(1); v.setSize(6); p(v); Enumeration<Integer> e = v.elements();
        int n = 0; while (e.hasMoreElements()) { e.nextElement(); n++; } p(n);
        List<String> as = Arrays.asList("x", "y", "z"); as.set(1, "Y"); Collections.sort(as, Comparator.reverseOrder());
        p(as); ex(() -> as.add("q")); ex(() -> as.remove(0)); String[] back = {"1", "2"};
        List<String> view = Arrays.asList(back); back[0] = "changed"; p(view); List<Integer> im = List.of(1, 2, 3);
        ex(() -> im.add(4)); ex(() -> im.set(0, 1)); ex(() -> im.contains(null));
        ex(() -> List.of(1, null)); p(im.indexOf(3) + " " + im.subList(1, 3) + List.copyOf(as) + (List.copyOf(im) == im)
            + List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11).size());
        ArrayList<Integer> al = new ArrayList<>(); al.ensureCapacity(100); for (int i = 0; i < 1000; i++) al.add(i ^ 5);
        al.removeIf(x -> x % 2 == 0); al.trimToSize(); p(al.size() + " " + al.hashCode());
    }
}

// Sub lists, views and ConcurrentModificationException, nested subList, list iterators over views.
import java.util.*;
public class SubLists {
    static void p(Object o) { System.out.println(o); }
    static void ex(String n, Runnable r) { try { r.run(); p(n + " ok"); } catch (RuntimeException e) {
            p(n + " " + e.getClass().getSimpleName() + " " + e.getMessage()); } }
    public static void main(String[] args) {
        for (List<Integer> base : List.of(new ArrayList<Integer>(), new LinkedList<Integer>(), new Vector<Integer>())) {
            for (int i = 0; i < 12; i++) base.add(i);
            List<Integer> s = base.subList(3, 9);
            p(base.getClass().getSimpleName() + s + s.size() + s.get(0) + s.indexOf(5) + s.contains(11));
            s.set(0, 33); s.add(99); s.remove(1); s.add(2, 77); p(s + " " + base);
            List<Integer> t = s.subList(1, 4); t.clear(); p(t + "" + s + base);
            Collections.reverse(s); Collections.sort(s.subList(0, 2)); p(base); s.addAll(0, List.of(-1, -2));
            s.replaceAll(x -> x + 1); s.removeIf(x -> x > 90); p(s + " " + base + s.equals(List.copyOf(s)) + s.hashCode());
            ListIterator<Integer> it = s.listIterator(); it.next(); it.add(1000); it.next();
            it.set(2000); it.previous(); it.previous(); it.remove(); p(s + "" + base);
            ex("get", () -> s.get(50)); ex("range", () -> base.subList(5, 2)); ex("neg", () -> base.subList(-1, 2));
            ex("hi", () -> base.subList(0, 99)); ex("set", () -> s.set(-1, 0));
            base.add(5); ex("cme", () -> s.size()); ex("cme2", () -> s.get(0));
                ex("cme3", () -> { for (int x : base) if (x == 0) base.remove(Integer.valueOf(1)); });
            base.clear(); p(base.subList(0, 0));
        }
        List<Integer> u = List.of(1, 2, 3, 4, 5).subList(1, 4); p(u + " " + u.subList(1, 2));
        ex("imm", () -> u.add(1)); ex("imm2", () -> List.of(1, 2).subList(0, 3));
        List<String> as = Arrays.asList("d", "c", "b", "a"); Collections.sort(as.subList(1, 3));
        p(as); ex("as", () -> as.subList(0, 1).clear());
        Map<String, Integer> m = new HashMap<>(); for (int i = 0; i < 5; i++) m.put("k" + i, i);
        ex("hm", () -> { for (String k : m.keySet()) m.put(k + "x", 1); });
            ex("hmrem", () -> { for (Iterator<String> it = m.keySet().iterator(); it.hasNext(); ) if (it.next().length() > 2) it.remove(); });
        p(new TreeMap<>(m)); ex("hmval", () -> { Iterator<Integer> it = m.values().iterator(); it.next(); m.clear(); it.next(); });
        TreeMap<Integer, String> tm = new TreeMap<>(Map.of(1, "a", 2, "b", 3, "c", 4, "d"));
        ex("tm", () -> { for (Integer k : tm.keySet()) tm.remove(4); });
            ex("tmset", () -> { for (Map.Entry<Integer, String> e : tm.entrySet()) e.setValue(e.getValue() + "!"); });
        p(tm); ArrayDeque<Integer> dq = new ArrayDeque<>(List.of(1, 2, 3)); ex("dq", () -> { for (int x : dq) dq.add(x); });
        PriorityQueue<Integer> pq = new PriorityQueue<>(List.of(3, 1, 2)); ex("pq", () -> { for (int x : pq) pq.add(0); });
        LinkedHashSet<Integer> lhs = new LinkedHashSet<>(List.of(1, 2, 3)); ex("lhs", () -> { for (int x : lhs) lhs.remove(2); });
        p(lhs); ex("fe", () -> { List<Integer> l = new ArrayList<>(List.of(1, 2, 3)); l.forEach(x -> l.remove(0)); });
        ex("ri", () -> { List<Integer> l = new ArrayList<>(List.of(1, 2, 3)); l.removeIf(x -> l.add(9)); });
        ex("last", () -> { List<Integer> l = new ArrayList<>(List.of(1, 2, 3)); for (Integer x : l) if (x == 2) l.remove(x); p(l); });
        ex("sort", () -> { List<Integer> l = new ArrayList<>(List.of(3, 2, 1)); Iterator<Integer> it = l.iterator(); l.sort(null); it.next(); });
        ex("iterrem2", () -> { Iterator<Integer> it = new ArrayList<>(List.of(1, 2)).iterator(); it.next(); it.remove(); it.remove(); });
    }
}

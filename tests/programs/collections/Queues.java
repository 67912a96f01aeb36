// PriorityQueue, ArrayDeque, LinkedList as queue, Deque operations, heap behaviour, exceptions.
import java.util.*;
public class Queues {
    static void p(Object o) { System.out.println(o); }
    static void ex(Runnable r) { try { r.run(); p("ok"); } catch (RuntimeException e) {
            p(e.getClass().getSimpleName() + " " + (e instanceof NullPointerException ? "" : e.getMessage()));
        } }
    static void deque(Deque<Integer> d) {
        d.addFirst(2); d.addLast(3); d.offerFirst(1); d.offerLast(4); d.push(0);
        d.add(5); p(d.getClass().getSimpleName() + d + d.size() + d.peekFirst() + d.peekLast() + d.getFirst() + d.getLast() + d.peek() + d.element());
        p(d.pollFirst() + " " + d.pollLast() + d.pop() + d.remove() + d.removeLast() + d);
        for (int i = 0; i < 40; i++) { d.addLast(i); if (i % 3 == 0) d.pollFirst();
            if (i % 4 == 0) d.addFirst(-i); } p(d); p(d.removeFirstOccurrence(-20) + " " + d.removeLastOccurrence(39) + d.removeFirstOccurrence(999)
                + d.contains(38) + d.remove(38) + d.size());
        Iterator<Integer> it = d.iterator(); while (it.hasNext()) if (it.next() % 2 != 0) it.remove();
        p(d); Iterator<Integer> de = d.descendingIterator(); StringBuilder sb = new StringBuilder();
        while (de.hasNext()) { int v = de.next(); sb.append(v).append(' '); if (v == 0) de.remove();
        } p(sb + "" + d.size()); d.removeIf(x -> x > 20); p(d + "" + Arrays.toString(d.toArray()) + d.stream().mapToInt(x -> x).sum());
        d.clear(); p(d.poll() + "" + d.peek() + d.pollLast() + d.peekLast()); ex(d::pop);
        ex(d::remove); ex(d::getFirst); ex(d::getLast); ex(d::element); ex(d::removeLast);
    }
    record Task(int pr, String n) implements Comparable<Task> { public int compareTo(Task o) { return Integer.compare(pr, o.pr); } }
    public static void main(String[] args) {
        deque(new ArrayDeque<>()); deque(new LinkedList<>()); deque(new ArrayDeque<>(2));
        deque(new java.util.concurrent.ConcurrentLinkedDeque<>()); deque(new java.util.concurrent.LinkedBlockingDeque<>());
        ex(() -> new ArrayDeque<>().add(null)); LinkedList<Integer> nl = new LinkedList<>();
        nl.add(null); p(nl.poll() + "" + nl.size());
        PriorityQueue<Integer> pq = new PriorityQueue<>(List.of(5, 1, 8, 3, 9, 2));
        p(pq + " " + pq.peek()); pq.add(0); pq.offer(4); p(pq); p(pq.remove(8) + " " + pq.remove(77) + pq + pq.contains(9));
        StringBuilder sb = new StringBuilder(); while (!pq.isEmpty()) sb.append(pq.poll()).append(' ');
        p(sb + "" + pq.poll() + pq.peek()); ex(pq::remove); ex(pq::element); ex(() -> pq.add(null));
        ex(() -> new PriorityQueue<>(0));
        PriorityQueue<String> rs = new PriorityQueue<>(11, Comparator.comparing(String::length).reversed().thenComparing(Comparator.naturalOrder()));
        rs.addAll(List.of("aa", "b", "cccc", "dd", "eee", "a")); List<String> out = new ArrayList<>();
        while (rs.size() > 0) out.add(rs.poll()); p(out + " " + (rs.comparator() != null));
        PriorityQueue<Task> ts = new PriorityQueue<>(); ts.add(new Task(3, "c"));
        ts.add(new Task(1, "a")); ts.add(new Task(2, "b")); p(ts.poll() + "" + ts.poll().n());
        Iterator<Task> ti = ts.iterator(); ti.next(); ti.remove(); p(ts); PriorityQueue<Object> bad = new PriorityQueue<>();
        try { bad.add(1); bad.add("s"); } catch (ClassCastException e) { p("CCE");
        }
        int[][] g = {{0, 4, 1, 0, 0}, {4, 0, 2, 5, 0}, {1, 2, 0, 8, 10}, {0, 5, 8, 0, 2}, {0, 0, 10, 2, 0}};
        int[] dist = new int[5]; Arrays.fill(dist, Integer.MAX_VALUE); dist[0] = 0;
        PriorityQueue<int[]> q = new PriorityQueue<>((a, b) -> a[1] - b[1]); q.add(new int[]{0, 0});
        while (!q.isEmpty()) { int[] c = q.poll(); for (int v = 0; v < 5; v++) if (g[c[0]][v] > 0 && c[1] + g[c[0]][v] < dist[v]) {
                dist[v] = c[1] + g[c[0]][v]; q.add(new int[]{v, dist[v]}); } } p(Arrays.toString(dist));
        PriorityQueue<Integer> big = new PriorityQueue<>(Collections.reverseOrder());
        for (int i = 0; i < 2000; i++) big.add(i * 7919 % 2003); long h = 0; for (int i = 0; i < 1000; i++) h = h * 31 + big.poll();
        p(h + " " + big.size()); Queue<Integer> fifo = new LinkedList<>(); for (int i = 0; i < 5; i++) fifo.offer(i);
        int josephus = 0; while (fifo.size() > 1) { for (int i = 0; i < 2; i++) fifo.add(fifo.poll());
            josephus = josephus * 10 + fifo.poll(); } p(josephus + " " + fifo); Deque<Character> st = new ArrayDeque<>();
        for (String s : new String[]{"{[()]}", "([)]", "((", ""}) { st.clear();
            boolean ok = true; for (char c : s.toCharArray()) if ("([{".indexOf(c) >= 0) st.push(c);
            else ok &= !st.isEmpty() && "([{".indexOf(st.pop()) == ")]}".indexOf(c);
            System.out.print((ok && st.isEmpty()) + " "); } p(Collections.asLifoQueue(new ArrayDeque<>(List.of(1, 2))).peek());
    }
}

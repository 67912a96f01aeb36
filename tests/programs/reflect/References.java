// Soft, weak and phantom references with System.gc(), ReferenceQueue polling, Cleaner, WeakHashMap clearing.
import java.lang.ref.*;
import java.util.*;
public class References {
    static void p(Object o) { System.out.println(o); }
    static class Big { final byte[] b = new byte[1000]; final int id; Big(int id) { this.id = id; } }
    static WeakReference<Big> weak(ReferenceQueue<Object> q) { return new WeakReference<>(new Big(1), q); }
    static PhantomReference<Big> phantom(ReferenceQueue<Object> q) { return new PhantomReference<>(new Big(2), q); }
    static void fill(WeakHashMap<Object, String> m, List<Object> keep) { for (int i = 0; i < 10; i++) {
            Object k = new Big(i); if (i < 3) keep.add(k); m.put(k, "v" + i); } }
    static void register(Cleaner c, List<String> log, boolean[] done) { Object o = new Big(5);
        c.register(o, () -> { synchronized (log) { log.add("cleaned"); done[0] = true; log.notifyAll(); } });
    }
    static boolean await(java.util.function.BooleanSupplier b) throws InterruptedException {
        for (int i = 0; i < 200 && !b.getAsBoolean(); i++) { System.gc(); byte[] junk = new byte[100_000];
            junk[0] = 1; Thread.sleep(5); } return b.getAsBoolean(); }
    static class Node extends WeakReference<Object> { final String name; Node(Object o, String n, ReferenceQueue<Object> q) {
            super(o, q); name = n; } }
    static void many(List<Node> l, ReferenceQueue<Object> q) { for (int i = 0; i < 20; i++) l.add(new Node(new Big(i), "n" + i, q)); }
    public static void main(String[] args) throws Exception {
        ReferenceQueue<Object> q = new ReferenceQueue<>(); Big strong = new Big(9);
        WeakReference<Big> ws = new WeakReference<>(strong, q), w = weak(q); p(ws.get().id + " " + ws.refersTo(strong) + q.poll());
        p("weak cleared " + await(() -> w.get() == null)); Reference<?> r = q.remove(3000);
        p((r == w) + " " + (ws.get() == strong) + w.refersTo(null) + q.poll());
        PhantomReference<Big> ph = phantom(q); p(ph.get()); p("phantom enqueued " + await(ph::isEnqueued) + (q.remove(3000) == ph));
        SoftReference<Big> soft = new SoftReference<>(new Big(3)); System.gc();
        p("soft kept " + (soft.get() != null)); soft.clear(); p(soft.get() + " " + soft.enqueue());
        WeakHashMap<Object, String> m = new WeakHashMap<>(); List<Object> keep = new ArrayList<>();
        fill(m, keep); p("whm " + await(() -> m.size() == 3)); p(new TreeSet<>(m.values()) + " " + keep.size() + m.get(keep.get(0)));
        Cleaner c = Cleaner.create(); List<String> log = new ArrayList<>(); boolean[] done = {false};
        register(c, log, done); p("cleaner " + await(() -> { synchronized (log) { return done[0]; } }));
        p(log); Object held = new Object(); int[] n = {0}; Cleaner.Cleanable cl = c.register(held, () -> n[0]++);
        cl.clean(); cl.clean(); p("explicit " + n[0]);
        List<Node> nodes = new ArrayList<>(); many(nodes, q); Set<String> got = new TreeSet<>();
        p("all " + await(() -> { for (Reference<?> x; (x = q.poll()) != null; ) if (x instanceof Node d) got.add(d.name); return got.size() == 20;
            }));
        p(got); WeakReference<String> lit = new WeakReference<>("literal"); System.gc();
        p(lit.get()); WeakReference<Class<?>> ck = new WeakReference<>(String.class);
        System.gc(); p(ck.get()); WeakReference<Object> man = new WeakReference<>(held, q);
        p(man.enqueue() + " " + man.get() + (q.poll() == man) + man.enqueue());
        try { q.remove(-1); } catch (IllegalArgumentException e) { p(e.getMessage());
        } p(q.remove(1)); Object cyc1[] = new Object[1], cyc2[] = {cyc1}; cyc1[0] = cyc2;
        WeakReference<Object> cw = new WeakReference<>(cyc1); System.gc(); p((cw.get() == cyc1) + "");
        Reference.reachabilityFence(cyc1); ThreadLocal<Big> tl = ThreadLocal.withInitial(() -> new Big(77));
        p(tl.get().id); tl.remove(); Reference.reachabilityFence(strong); Reference.reachabilityFence(keep);
        p(ws.get() == strong);
    }
}

// Serialization: graphs with cycles, transient, custom readObject/writeObject, writeReplace/readResolve, inheritance.
import java.io.*;
import java.util.*;
public class Serial {
    static void p(Object o) { System.out.println(o); }
    static byte[] ser(Object o) throws IOException { ByteArrayOutputStream b = new ByteArrayOutputStream();
        try (ObjectOutputStream s = new ObjectOutputStream(b)) { s.writeObject(o);
        } return b.toByteArray(); }
    @SuppressWarnings("unchecked") static <T> T copy(T o) throws Exception {
        return (T) new ObjectInputStream(new ByteArrayInputStream(ser(o))).readObject();
    }
    static class Node implements Serializable { private static final long serialVersionUID = 1;
        String n; Node next; List<Node> kids = new ArrayList<>(); transient int cache = 5;
        Node(String n) { this.n = n; } }
    static class Base { int b = 1; Base() { b = 77; } } static class Derived extends Base implements Serializable {
        int d = 2; static int st = 3; final double fd; Derived(double f) { fd = f;
            b = 9; } }
    static class Custom implements Serializable { transient String secret; int v;
        Custom(String s, int v) { secret = s; this.v = v; } private void writeObject(ObjectOutputStream o) throws IOException {
            o.defaultWriteObject(); o.writeUTF(new StringBuilder(secret).reverse().toString());
            o.writeInt(42); } private void readObject(ObjectInputStream i) throws IOException, ClassNotFoundException {
            i.defaultReadObject(); secret = new StringBuilder(i.readUTF()).reverse().toString();
            v += i.readInt(); } }
    static class Single implements Serializable { static final Single I = new Single();
        private Object readResolve() { return I; } } static class Repl implements Serializable {
        String s; Repl(String s) { this.s = s; } private Object writeReplace() {
            return new Proxy(s); } static class Proxy implements Serializable { String p;
            Proxy(String p) { this.p = p; } private Object readResolve() { return new Repl(p + "!");
            } } }
    public static class Ext implements Externalizable { int a; String b; public Ext() {
            a = -1; } Ext(int a, String b) { this.a = a; this.b = b; } public void writeExternal(ObjectOutput o) throws IOException {
            o.writeInt(a); o.writeObject(b); } public void readExternal(ObjectInput i) throws IOException, ClassNotFoundException {
            a = i.readInt() * 2; b = (String) i.readObject(); } }
    enum E { X, Y { @Override public String toString() { return "why"; } } }
    record Rec(int i, String s, Rec r) implements Serializable { Rec { if (i < 0) throw new IllegalArgumentException("neg");
        } } static class NotSer { } static class Holder implements Serializable {
        Object o; Holder(Object o) { this.o = o; } } static class Fields implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {new ObjectStreamField("x", int.class),
            new ObjectStreamField("y", String.class)};
        int real = 5; private void writeObject(ObjectOutputStream o) throws IOException {
            ObjectOutputStream.PutField f = o.putFields(); f.put("x", real * 10); f.put("y", "why");
            o.writeFields(); } private void readObject(ObjectInputStream i) throws IOException, ClassNotFoundException {
            ObjectInputStream.GetField f = i.readFields(); real = f.get("x", 0) + f.get("y", "").hashCode() % 10;
        } }
    public static void main(String[] args) throws Exception {
        Node a = new Node("a"), b = new Node("b"); a.next = b; b.next = a; a.kids.add(a);
        a.kids.add(b); Node c = copy(a); p(c.n + c.next.n + (c.next.next == c) + (c.kids.get(0) == c) + (c.kids.get(1) == c.next) + c.cache
            + (c != a));
        Derived d = copy(new Derived(2.5)); p(d.b + " " + d.d + " " + d.fd); Custom cu = copy(new Custom("pass", 1));
        p(cu.secret + cu.v); p((copy(Single.I) == Single.I) + " " + copy(new Repl("r")).s + " " + copy(new Ext(21, "e")).a
            + copy(new Ext(1, "bb")).b);
        p((copy(E.X) == E.X) + "" + (copy(E.Y) == E.Y) + copy(E.Y) + copy(new Rec(1, "s", new Rec(2, null, null))));
        p(copy(new Fields()).real);
        for (Object o : new Object[]{1, 2L, 'c', "str", 1.5, true, new int[]{1, 2}, new String[]{"a", null}, new int[][]{{1}, {2, 3}}, List.of(1, 2),
            Arrays.asList("x"), new ArrayList<>(List.of(1)), new LinkedList<>(List.of(2)), new HashMap<>(Map.of("k", 1)), new TreeMap<>(Map.of(1, 2)),
                new LinkedHashSet<>(List.of(3, 1)), new ArrayDeque<>(List.of(4)), new BitSet(), EnumSet.of(E.Y), new EnumMap<>(Map.of(E.X, 1)),
                    Optional.class, new Date(0), new java.math.BigInteger("99"), new java.math.BigDecimal("1.50"), java.time.LocalDate.EPOCH,
                        java.time.Duration.ofSeconds(5), UUID.fromString("0-0-0-0-1"), Locale.US, new StringBuilder("sb"),
                            new Exception("ex").getMessage(), Collections.unmodifiableList(List.of(1)), Collections.emptyMap(),
                                new PriorityQueue<>(List.of(3, 1)), int.class, String[].class, new Random(5).nextInt()}) {
            Object q = copy(o); p(o.getClass().getSimpleName() + " " + (o.getClass().isArray() ? Arrays.deepToString(new Object[]{q}) : q) + " "
                + Objects.deepEquals(o, q));
        }
        try { ser(new NotSer()); } catch (NotSerializableException e) { p(e.getMessage());
        } try { ser(new Holder(new NotSer())); } catch (NotSerializableException e) {
            p(e.getMessage()); } try { ser(new Holder((Runnable) () -> { })); } catch (NotSerializableException e) {
            p("lambda not serializable"); } byte[] bytes = ser(new Rec(7, "q", null));
        p(HexFormat.of().formatHex(bytes, 0, 4) + " " + bytes.length + " " + ser("abc").length + HexFormat.of().formatHex(ser("abc")));
        for (int i = 0; i < bytes.length - 3; i++) if (bytes[i] == 0 && bytes[i + 1] == 0 && bytes[i + 2] == 0 && bytes[i + 3] == 7) {
            bytes[i] = -1; break; } try { new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject();
        } catch (InvalidObjectException e) { p(e.getMessage() + e.getCause()); }
        try { new ObjectInputStream(new ByteArrayInputStream(new byte[]{1, 2, 3, 4}));
        } catch (StreamCorruptedException e) { p(e.getMessage());
            } try { new ObjectInputStream(new ByteArrayInputStream(Arrays.copyOf(ser(a), 50))).readObject();
        } catch (EOFException e) { p("EOF"); } p(ObjectStreamClass.lookup(Node.class).getSerialVersionUID() + " "
            + ObjectStreamClass.lookup(Holder.class) + " " + ObjectStreamClass.lookup(NotSer.class) + " "
            + ObjectStreamClass.lookup(Derived.class).getFields().length);
        ByteArrayOutputStream bo = new ByteArrayOutputStream(); ObjectOutputStream oo = new ObjectOutputStream(bo);
        Node m = new Node("m1"); oo.writeObject(m); m.n = "m2"; oo.writeObject(m);
        oo.reset(); oo.writeObject(m); oo.writeUnshared(m); oo.writeInt(5); oo.writeObject(null);
        oo.flush(); ObjectInputStream oi = new ObjectInputStream(new ByteArrayInputStream(bo.toByteArray()));
        Node x = (Node) oi.readObject(), y = (Node) oi.readObject(), z = (Node) oi.readObject();
        p(x.n + y.n + z.n + (x == y) + (y == z) + ((Node) oi.readObject()).n + oi.readInt() + oi.readObject());
        ObjectInputStream fi = new ObjectInputStream(new ByteArrayInputStream(ser(new Holder("s"))));
        fi.setObjectInputFilter(ObjectInputFilter.Config.createFilter("!Serial$Holder"));
        try { fi.readObject(); } catch (InvalidClassException e) { p(e.getMessage());
        } Exception ex = copy(new IllegalStateException("kept", new Error("cause")));
        p(ex + " " + ex.getCause() + ex.getStackTrace()[0].getMethodName());
    }
}

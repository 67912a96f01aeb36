// Exception messages: ArrayStore, ClassCast, NegativeArraySize, AIOOBE, StringIndex, NPE classes.
import java.util.*;
public class ArrayErrors {
    interface Act { Object run() throws Exception; }
    static void t(String n, Act a) {
        try { System.out.println(n + " ok " + a.run()); }
        catch (NullPointerException e) { System.out.println(n + " NPE"); }
        catch (Throwable e) { System.out.println(n + " " + e.getClass().getName() + ": " + e.getMessage()); }
    }
    static class A { int f; void m() {} }
    static class B extends A {}
    static int neg = -1, five = 5;
    static Object nul = null;
    public static void main(String[] args) {
        int[] a = new int[3]; Object[] so = new String[2]; Object[] io = new Integer[1]; Object[] grid = new int[2][2];
        t("load", () -> a[3]); t("load-", () -> a[neg]); t("store", () -> a[five] = 1); t("byte", () -> new byte[]{1}[neg + 8]);
        t("min", () -> a[Integer.MIN_VALUE]); t("max", () -> a[Integer.MAX_VALUE]);
        t("long", () -> new long[1][1] == null); t("l1", () -> new long[1].length + new long[2][neg].length);
        t("ld", () -> new double[]{1}[1]); t("ch", () -> new char[]{1}[2]); t("sh", () -> new short[]{1}[3] = 1);
        t("bo", () -> new boolean[]{true}[4]);
        t("fl", () -> new float[]{}[0]); t("ref", () -> new String[2][3] == null); t("ref2", () -> args[9]);
        t("neg", () -> new int[neg]); t("neg2", () -> new String[-5]); t("neg3", () -> new int[2][-7]);
        t("neg4", () -> new int[0][-7]); t("neg5", () -> new Object[neg][]);
        t("ase", () -> so[0] = 1); t("ase2", () -> io[0] = "s"); t("asenull", () -> so[1] = null);
        t("ase3", () -> grid[0] = new long[1]); t("aseok", () -> (grid[0] = new int[]{4}) != null);
        t("ase4", () -> { A[] as = new B[1]; as[0] = new A(); return as; });
        Object s = "str", i = 1, arr = new int[1], nest = new A(), ls = new ArrayList<String>();
        t("cc1", () -> (Integer) s); t("cc2", () -> (String) i); t("cc3", () -> (long[]) arr);
        t("cc4", () -> (B) nest); t("cc5", () -> (Runnable) s); t("cc6", () -> (String[]) arr);
        t("cc7", () -> ((Map<?, ?>) ls).size()); t("cc8", () -> (Object[]) arr);
        t("cc9", () -> (String) nul); t("cc10", () -> (int[][]) (Object) new Object[0]);
        t("cc11", () -> { List raw = new ArrayList(); raw.add(1); List<String> l2 = raw; String q = l2.get(0); return q; });
        t("npe1", () -> ((String) nul).length()); t("npe2", () -> ((int[]) nul)[0]);
        t("npe3", () -> ((A) nul).f); t("npe4", () -> ((int[]) nul).length);
        t("npe5", () -> { throw (RuntimeException) nul; }); t("npe6", () -> { synchronized (nul) { return 1; } });
        t("npe7", () -> (int) (Integer) nul);
        t("npe8", () -> { switch ((String) nul) { case "a": return 1; } return 2; }); t("npe9", () -> { ((A) nul).f = 1; return 1; });
        t("npe10", () -> { ((Object[]) nul)[0] = 1; return 1; }); t("npe11", () -> Objects.requireNonNull(nul));
        t("sioobe1", () -> "abc".charAt(3)); t("sioobe2", () -> "abc".substring(4));
        t("sioobe3", () -> "abc".substring(2, 1)); t("sioobe4", () -> "abc".substring(-1, 2));
        t("sb1", () -> new StringBuilder("ab").charAt(2)); t("sb2", () -> new StringBuilder("ab").deleteCharAt(5));
        t("sb3", () -> new StringBuilder("ab").insert(3, "x"));
        t("sb4", () -> { new StringBuilder("ab").setLength(-1); return 0; }); t("cpa", () -> "a".codePointAt(1));
        t("list1", () -> new ArrayList<>(List.of(1)).get(1)); t("list2", () -> List.of(1, 2).get(2));
        t("list3", () -> new LinkedList<>().get(0)); t("list4", () -> Arrays.asList(1).get(1));
        t("list5", () -> new ArrayList<>().remove(0)); t("list6", () -> { new ArrayList<>().add(2, 1); return 0; });
        t("list7", () -> new ArrayList<>(-1)); t("vec", () -> new Vector<>().get(0));
        t("it", () -> new ArrayList<>().iterator().next()); t("dq", () -> new ArrayDeque<>().pop());
        t("ll", () -> new LinkedList<>().getFirst()); t("opt", () -> Optional.empty().get());
        t("nf1", () -> Integer.parseInt("x1")); t("nf2", () -> Integer.parseInt(""));
        t("nf3", () -> Long.parseLong("9223372036854775808")); t("nf4", () -> Double.parseDouble("1.2.3"));
        t("nf5", () -> Integer.parseInt(null)); t("nf6", () -> Byte.parseByte("128"));
        t("nf7", () -> Integer.parseInt("12", 99)); t("nf8", () -> Double.parseDouble(""));
        t("div", () -> five / (neg + 1)); t("mod", () -> 5L % (neg + 1)); t("enum", () -> Thread.State.valueOf("NOPE"));
        t("unsup", () -> List.of().add(null)); t("unsup2", () -> Collections.emptyList().add(null));
        t("cne", () -> Class.forName("no.such.Thing")); t("nsm", () -> A.class.getMethod("zip", int.class));
        t("nsf", () -> A.class.getField("zap")); t("inst", () -> Number.class.getDeclaredConstructor().newInstance());
    }
}

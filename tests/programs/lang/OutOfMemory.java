// OutOfMemoryError caught from impossible arrays; the program goes on working afterwards.
import java.util.*;
public class OutOfMemory {
    interface A { Object run(); }
    static void t(String n, A a) { try { Object o = a.run(); System.out.println(n + " ok " + o.getClass().getSimpleName());
        } catch (OutOfMemoryError e) { System.out.println(n + " " + e.getClass().getName() + " " + (e.getMessage() != null));
        } catch (Throwable e) { System.out.println(n + " " + e); } }
    static int max = Integer.MAX_VALUE;
    public static void main(String[] args) {
        t("int", () -> new int[Integer.MAX_VALUE]); t("long", () -> new long[Integer.MAX_VALUE - 2]);
        t("double", () -> new double[max]);         try { int[] a = new int[max]; System.out.println(a.length); } catch (OutOfMemoryError e) { System.out.println(e.getMessage()); }
        t("small", () -> new int[1000]); t("clone", () -> new int[5].clone()); t("copyOf", () -> Arrays.copyOf(new long[1], max));
        t("copyneg", () -> Arrays.copyOf(new int[1], -1)); t("repeat", () -> "ab".repeat(max));
        t("list", () -> new ArrayList<>(max)); t("sb", () -> new StringBuilder(max));
        t("ncopies", () -> Collections.nCopies(max, "x"));         t("reflect2", () -> java.lang.reflect.Array.newInstance(String.class, 5, -1));
        t("bitset", () -> new BitSet(64)); t("dq", () -> new ArrayDeque<>(4));
        int ok = 0; for (int i = 0; i < 2; i++) try { long[] x = new long[max - 2];
            x[0] = 1; } catch (OutOfMemoryError e) { ok++; } System.out.println(ok);
        long sum = 0; for (int i = 0; i < 2000; i++) { byte[] junk = new byte[100_000];
            junk[i % junk.length] = 1; sum += junk[i % junk.length] + junk.length; }
        System.out.println(sum); List<int[]> keep = new ArrayList<>(); for (int i = 0; i < 100; i++) {
            keep.add(new int[10_000]); keep.get(i)[i] = i; } int s = 0; for (int i = 0; i < 100; i++) s += keep.get(i)[i];
        System.out.println(s);
        try { throw new OutOfMemoryError("by hand"); } catch (VirtualMachineError e) {
            System.out.println(e); } try { try { Object o = new long[max]; } finally {
                System.out.println("finally ran"); } } catch (Error e) { System.out.println(e instanceof OutOfMemoryError);
        } String str = ""; for (int i = 0; i < 300; i++) str += i; System.out.println(str.length());
        LinkedList<Object> chain = new LinkedList<>(); for (int i = 0; i < 50_000; i++) {
            chain.add(new Object[]{i, "v" + i}); if (chain.size() > 100) chain.removeFirst();
        } System.out.println(((Object[]) chain.getLast())[1] + " " + chain.size());
        System.gc(); Runtime rt = Runtime.getRuntime(); System.out.println((rt.totalMemory() > 0) + " " + (rt.freeMemory() > 0) + " "
            + (rt.maxMemory() >= rt.totalMemory()) + " " + (rt.availableProcessors() > 0));
    }
}

// Uncaught ArrayIndexOutOfBoundsException inside JDK callbacks (Collections.sort comparator), with many frames.
// exit: 1
import java.util.*;
public class UncaughtKinds {
    static int[] weights = {3, 1, 2};
    static void attempt(String n, Runnable r) { try { r.run(); System.out.println(n + " ok");
        } catch (RuntimeException e) { System.out.println(n + " -> " + e.getClass().getName()
            + (e instanceof NullPointerException ? "" : ": " + e.getMessage()));
        } }
    public static void main(String[] args) {
        attempt("aioobe", () -> { weights[3]++; }); attempt("cce", () -> { Object o = 1; String s = (String) o; });
        attempt("ase", () -> { Object[] o = new String[1]; o[0] = 1; }); attempt("nase", () -> { int[] q = new int[-1]; });
        attempt("ae", () -> { int z = 0; z = 1 / z; }); attempt("npe", () -> { String s = null; s.length(); });
        attempt("sioobe", () -> "abc".substring(5)); attempt("uoe", () -> List.of().add(null));
        attempt("nse", () -> new ArrayList<>().iterator().next());
            attempt("cme", () -> { List<Integer> l = new ArrayList<>(List.of(1, 2)); for (int i : l) l.add(i); });
        List<Integer> l = new ArrayList<>(List.of(0, 1, 2, 3));
        Collections.sort(l, (a, b) -> weights[a] - weights[b]);
        System.out.println("never");
    }
}

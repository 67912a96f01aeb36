// Exception in the static initialiser of the main class itself.
// exit: 1
public class StaticInitMain {
    static final int[] TABLE = new int[4];
    static int n;
    static { System.out.println("static init starts"); for (int i = 0; i < 4; i++) TABLE[i] = i * i; n = compute(3); System.out.println("n=" + n); }
    static final String NAME = describe(null);
    static int compute(int k) { return TABLE[k] + k; }
    static String describe(String s) { System.out.println("describing"); if (s == null) throw new IllegalStateException("no name in static init");
        return s.trim(); }
    public static void main(String[] args) { System.out.println("main never runs " + NAME); }
}

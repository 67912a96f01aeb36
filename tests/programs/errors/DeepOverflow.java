// StackOverflowError left uncaught: only the exit code and stdout are compared.
// stderr: ignore
// exit: 1
public class DeepOverflow {
    static int depth;
    static long sink(long a, double b, Object o) { depth++; return sink(a + 1, b * 2, o) + 1; }
    static int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
    public static void main(String[] args) {
        System.out.println("fact " + fact(10));
        try { sink(0, 1, null); } catch (StackOverflowError e) { System.out.println("first caught " + (depth > 500)); }
        for (int i = 0; i < 3; i++) System.out.println("line " + i + " still fine");
        try { fact(12); System.out.println("about to overflow for good"); } finally { System.out.println("finally"); }
        System.out.println(sink(1, 2, "x"));
        System.out.println("never");
    }
}

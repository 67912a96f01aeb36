// Loops of every kind with labelled break and continue, plus loop-carried values.
public class LoopsLabels {
    static int primes(int n) { int c = 0; next: for (int i = 2; i < n; i++) {
            for (int j = 2; j * j <= i; j++) if (i % j == 0) continue next; c++; } return c;
    }
    static String find(int[][] g, int v) {
        int r = -1, c = -1;
        search: { for (r = 0; r < g.length; r++) for (c = 0; c < g[r].length; c++) if (g[r][c] == v) break search; return "none"; }
        return r + "," + c;
    }
    static int collatz(long n) { int s = 0; do { n = (n & 1) == 0 ? n >> 1 : 3 * n + 1; s++; } while (n != 1); return s; }
    static int three() {
        int n = 0;
        a: for (int i = 0; ; i++) { b: for (int j = 0; ; j++) { c: while (true) {
                    n++; if (n % 3 == 0) break c; if (n % 7 == 0) continue b; if (n % 11 == 0) continue a;
                    if (n > 100) break a; } if (j > 5) break; } if (i > 8) break; }
        return n;
    }
    static int empty() { int i = 0; for (; i < 10; i++); while (i-- > 3); do ; while (++i < 6); return i; }
    static long multi() { long s = 0; for (int i = 0, j = 100; i < j; i += 3, j -= 2) s = s * 31 + i * j; return s; }
    static int fin() {
        int n = 0;
        outer: for (int i = 0; i < 5; i++) { try { for (int j = 0; j < 5; j++) {
                    try { if (j == 2) continue outer; if (i == 3) break outer; n += 1; } finally {
                        n += 10; } } } finally { n += 100; } }
        return n;
    }
    static String fizz(int n) { StringBuilder b = new StringBuilder();
        for (int i = 1; i <= n; i++) b.append(i % 15 == 0 ? "FizzBuzz" : i % 5 == 0 ? "Buzz" : i % 3 == 0 ? "Fizz" : String.valueOf(i)).append(i < n ? "," : "");
        return b.toString(); }
    static boolean sc(boolean v, String n) { System.out.print(n); return v; }
    static String bits(int n) { String s = ""; for (int b = n; b != 0; b &= b - 1) s += Integer.numberOfTrailingZeros(b) + " "; return s; }
    public static void main(String[] args) {
        System.out.println(primes(1000) + " " + primes(5000));
        int[][] g = {{1, 2}, {3, 4, 5}, {}, {6}};
        for (int v = 0; v < 8; v++) System.out.print(find(g, v) + " ");
        System.out.println();
        for (int i = 2; i < 30; i++) System.out.print(collatz(i) + " ");
        System.out.println(collatz(837799));
        System.out.println(three() + " " + empty() + " " + multi() + " " + fin());
        System.out.println(fizz(31));
        System.out.println(sc(true, "a") && sc(false, "b") || sc(true, "c") && !sc(false, "d"));
        System.out.println(sc(true, "a") & sc(false, "b") | sc(true, "c") ^ sc(true, "d"));
        System.out.println((sc(false, "a") ? sc(true, "b") : sc(true, "c")) || sc(true, "z"));
        System.out.println(bits(0b1011001) + bits(-1).length());
        int x = 0; for (char c = 'a'; c <= 'z'; c += 5) x = x * 7 + c; System.out.println(x);
        double d = 0; for (double t = 0; t < 1; t += 0.1) d += t; System.out.println(d);
        int cnt = 0; for (byte b = 0; b >= 0; b++) cnt++; System.out.println(cnt);
        for (String s : new String[]{"x", "y"}) for (char c : s.toCharArray()) System.out.print(c);
        System.out.println();
        int i = 0; lab: { if (i == 0) break lab; System.out.println("never"); }
        int f0 = 0, f1 = 1; while (f1 < 1000000) { int t = f0 + f1; f0 = f1; f1 = t; } System.out.println(f0 + " " + f1);
        long gcd = 1071L * 97, q = 462L * 97; while (q != 0) { long t = gcd % q; gcd = q; q = t; } System.out.println(gcd);
        StringBuilder sp = new StringBuilder(); for (int r = 0; r < 4; r++) { for (int c = 0; c < 7; c++) sp.append(Math.abs(3 - c) <= r ? '*' : '.');
            sp.append('\n'); } System.out.print(sp);
    }
}

// Classic algorithms over collections and arrays: sorts, graph search, DP, matrix, text processing, LCG-driven data.
import java.util.*;
public class Algorithms {
    static void p(Object o) { System.out.println(o); }
    static int seed = 2024; static int rnd(int n) { seed = seed * 1103515245 + 12345; return (seed >>> 16) % n; }
    static void quick(int[] a, int lo, int hi) { if (lo >= hi) return; int p = a[(lo + hi) >>> 1], i = lo, j = hi;
        while (i <= j) { while (a[i] < p) i++; while (a[j] > p) j--; if (i <= j) {
                int t = a[i]; a[i++] = a[j]; a[j--] = t; } } quick(a, lo, j); quick(a, i, hi);
    }
    static int[] merge(int[] a) { if (a.length < 2) return a; int m = a.length / 2;
        int[] l = merge(Arrays.copyOf(a, m)), r = merge(Arrays.copyOfRange(a, m, a.length)), o = new int[a.length];
        for (int i = 0, j = 0, k = 0; k < o.length; k++) o[k] = j >= r.length || i < l.length && l[i] <= r[j] ? l[i++] : r[j++];
        return o; }
    static void heap(int[] a) { int n = a.length; for (int i = n / 2 - 1; i >= 0; i--) sift(a, i, n);
        for (int e = n - 1; e > 0; e--) { int t = a[0]; a[0] = a[e]; a[e] = t; sift(a, 0, e);
        } } static void sift(int[] a, int i, int n) { while (2 * i + 1 < n) { int c = 2 * i + 1;
            if (c + 1 < n && a[c + 1] > a[c]) c++; if (a[i] >= a[c]) return; int t = a[i];
            a[i] = a[c]; a[c] = t; i = c; } }
    static int lcs(String a, String b) { int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 1; i <= a.length(); i++) for (int j = 1; j <= b.length();
            j++) d[i][j] = a.charAt(i - 1) == b.charAt(j - 1) ? d[i - 1][j - 1] + 1 : Math.max(d[i - 1][j], d[i][j - 1]);
        return d[a.length()][b.length()]; } static int edit(String a, String b) {
        int[] p = new int[b.length() + 1]; for (int j = 0; j < p.length; j++) p[j] = j;
        for (int i = 1; i <= a.length(); i++) { int prev = p[0]; p[0] = i; for (int j = 1; j < p.length; j++) {
                int t = p[j]; p[j] = Math.min(Math.min(p[j], p[j - 1]) + 1, prev + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1));
                prev = t; } } return p[b.length()]; }
    static List<String> topo(Map<String, List<String>> g) { Map<String, Integer> in = new TreeMap<>();
        g.forEach((k, v) -> { in.putIfAbsent(k, 0); v.forEach(x -> in.merge(x, 1, Integer::sum)); });
        PriorityQueue<String> q = new PriorityQueue<>(); in.forEach((k, v) -> { if (v == 0) q.add(k); });
        List<String> o = new ArrayList<>(); while (!q.isEmpty()) { String x = q.poll();
            o.add(x); for (String y : g.getOrDefault(x, List.of())) if (in.merge(y, -1, Integer::sum) == 0) q.add(y);
        } return o; }
    static int bfs(String[] maze) { int h = maze.length, w = maze[0].length();
        int[][] d = new int[h][w]; for (int[] r : d) Arrays.fill(r, -1); ArrayDeque<int[]> q = new ArrayDeque<>();
        q.add(new int[]{0, 0}); d[0][0] = 0; while (!q.isEmpty()) { int[] c = q.poll();
            for (int[] m : new int[][]{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}) { int y = c[0] + m[0], x = c[1] + m[1];
                if (y >= 0 && x >= 0 && y < h && x < w && maze[y].charAt(x) == '.' && d[y][x] < 0) {
                    d[y][x] = d[c[0]][c[1]] + 1; q.add(new int[]{y, x}); } } } return d[h - 1][w - 1];
    }
    static int find(int[] p, int x) { while (p[x] != x) x = p[x] = p[p[x]];
        return x; } static long[][] mul(long[][] a, long[][] b) { int n = a.length;
        long[][] c = new long[n][n]; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n;
            k++) c[i][j] = (c[i][j] + a[i][k] * b[k][j]) % 1_000_000_007L;
        return c; } static boolean sudokuish(int[][] b, int pos) { if (pos == 16) return true;
        int r = pos / 4, c = pos % 4; if (b[r][c] != 0) return sudokuish(b, pos + 1);
        out: for (int v = 1; v <= 4; v++) { for (int i = 0; i < 4;
            i++) if (b[r][i] == v || b[i][c] == v || b[r / 2 * 2 + i / 2][c / 2 * 2 + i % 2] == v) continue out;
            b[r][c] = v; if (sudokuish(b, pos + 1)) return true; b[r][c] = 0; } return false;
    }
    static String life(String s, int n) { boolean[][] g = new boolean[8][8];
        for (String q : s.split(" ")) g[q.charAt(0) - '0'][q.charAt(1) - '0'] = true;
        while (n-- > 0) { boolean[][] h = new boolean[8][8]; for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) {
                int c = 0; for (int a = -1; a < 2; a++) for (int b = -1; b < 2; b++) if ((a | b) != 0 && g[i + a & 7][j + b & 7]) c++;
                h[i][j] = c == 3 || g[i][j] && c == 2; } g = h; } StringBuilder o = new StringBuilder();
        for (boolean[] r : g) { for (boolean x : r) o.append(x ? '#' : '.'); o.append('/');
        } return o.toString(); }
    public static void main(String[] args) {
        int[] a = new int[2000]; for (int i = 0; i < a.length; i++) a[i] = rnd(10000);
        int[] b = a.clone(), c = a.clone(), d = a.clone(); quick(a, 0, a.length - 1);
        b = merge(b); heap(c); Arrays.sort(d); p(Arrays.equals(a, d) + " " + Arrays.equals(b, d) + Arrays.equals(c, d) + Arrays.hashCode(d));
        p(lcs("AGGTABQWERTY", "GXTXAYBWRT") + " " + edit("kitten", "sitting") + edit("", "abc") + edit("saturday", "sunday"));
        p(topo(Map.of("shirt", List.of("tie", "belt"), "tie", List.of("jacket"), "pants", List.of("shoes", "belt"), "belt", List.of("jacket"),
            "socks",
            List.of("shoes"))));
        p(bfs(new String[]{"..#....", "#.#.##.", "....#..", ".####.#", "......."}));
        int[] uf = new int[50]; for (int i = 0; i < 50; i++) uf[i] = i; for (int i = 0; i < 35; i++) uf[find(uf, rnd(50))] = find(uf, rnd(50));
        Set<Integer> roots = new TreeSet<>(); for (int i = 0; i < 50; i++) roots.add(find(uf, i));
        p(roots); long[][] f = {{1, 1}, {1, 0}}, r = {{1, 0}, {0, 1}};
            for (long n = 1_000_000; n > 0; n >>= 1, f = mul(f, f)) if ((n & 1) == 1) r = mul(r, f);
        p(r[0][1]); int[][] bd = {{1, 0, 0, 0}, {0, 0, 3, 0}, {0, 4, 0, 0}, {0, 0, 0, 2}};
        p(sudokuish(bd, 0) + Arrays.deepToString(bd)); p(life("01 12 20 21 22", 12));
        int[] coins = {1, 5, 10, 25}; long[] ways = new long[501]; ways[0] = 1;
        for (int k : coins) for (int i = k; i <= 500; i++) ways[i] += ways[i - k];
        p(ways[500]); int W = 50; int[] wt = {5, 10, 20, 30, 7}, val = {50, 60, 100, 120, 90}, kn = new int[W + 1];
        for (int i = 0; i < 5; i++) for (int w = W; w >= wt[i]; w--) kn[w] = Math.max(kn[w], kn[w - wt[i]] + val[i]);
        p(kn[W]); StringBuilder rot = new StringBuilder(); for (char ch : "Hello, World!".toCharArray()) rot.append((char) (Character.isUpperCase(ch) ? (ch - 'A' + 13) % 26 + 'A' : Character.isLowerCase(ch) ? (ch - 'a' + 13) % 26 + 'a' : ch));
        p(rot); String rle = ""; String in = "aaabbcddddd"; for (int i = 0, j; i < in.length(); i = j) {
            for (j = i; j < in.length() && in.charAt(j) == in.charAt(i); ) j++; rle += in.charAt(i) + "" + (j - i);
        } p(rle); List<List<Integer>> subs = new ArrayList<>(); for (int m = 0; m < 8; m++) {
            List<Integer> q = new ArrayList<>(); for (int i = 0; i < 3; i++) if ((m >> i & 1) == 1) q.add(i);
            subs.add(q); } p(subs); double x = 2; for (int i = 0; i < 20; i++) x = x - (x * x - 2) / (2 * x);
        p(x); int mand = 0; for (int y = -20; y <= 20; y++) for (int q = -30; q <= 15; q++) {
            double cr = q / 15.0, ci = y / 20.0, zr = 0, zi = 0; int it = 0; while (it < 100 && zr * zr + zi * zi < 4) {
                double t = zr * zr - zi * zi + cr; zi = 2 * zr * zi + ci; zr = t; it++;
            } mand += it; } p(mand);
    }
}

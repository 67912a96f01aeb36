// Deep recursion caught as StackOverflowError, recovery afterwards, mutual and moderate recursion results.
import java.util.*;
public class DeepRecursion {
    static int depth; static int inf(int n) { depth++; return inf(n + 1) + 1;
    } static void a() { b(); } static void b() { a(); } int m(long x, double y, Object o) {
        return m(x + 1, y * 2, o) + 1; }
    static int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
    } static long sumTo(int n) { return n == 0 ? 0 : n + sumTo(n - 1); } static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2); } static boolean even(int n) {
        return n == 0 || odd(n - 1); } static boolean odd(int n) { return n != 0 && even(n - 1);
    } static int hanoi(int n, char f, char t, char v) { return n == 0 ? 0 : hanoi(n - 1, f, v, t) + 1 + hanoi(n - 1, v, t, f);
    }
    static String tryIt(Runnable r) { try { r.run(); return "no"; } catch (StackOverflowError e) {
            return e.getClass().getName() + " " + e.getMessage() + " " + (e.getStackTrace().length > 100);
        } }
    static int fin = 0; static void withFinally() { try { withFinally(); } finally { fin++; } }
    static class Node { Node next; @Override public String toString() { return "n" + next;
        } @Override public int hashCode() { return 31 * (next == null ? 1 : next.hashCode());
        } }
    static void perms(String pre, String s, List<String> out) { if (s.isEmpty()) out.add(pre);
        for (int i = 0; i < s.length(); i++) perms(pre + s.charAt(i), s.substring(0, i) + s.substring(i + 1), out);
    } static int queens(int n, int row, int cols, int d1, int d2) { if (row == n) return 1;
        int c = 0; for (int free = ((1 << n) - 1) & ~(cols | d1 | d2); free != 0; free &= free - 1) {
            int bit = free & -free; c += queens(n, row + 1, cols | bit, (d1 | bit) << 1, (d2 | bit) >>> 1);
        } return c; }
    static synchronized int sync(int n) { return n == 0 ? 0 : 1 + sync(n - 1);
    } static int lam(java.util.function.IntUnaryOperator[] f, int n) { f[0] = k -> k == 0 ? 0 : k + f[0].applyAsInt(k - 1);
        return f[0].applyAsInt(n); }
    public static void main(String[] args) {
        System.out.println(tryIt(() -> inf(0))); System.out.println(depth > 1000);
        int d1 = depth; depth = 0; System.out.println(tryIt(() -> inf(0)) + " " + (depth > 1000));
        System.out.println(tryIt(() -> a())); System.out.println(tryIt(() -> new DeepRecursion().m(1, 2, null)));
        System.out.println(tryIt(DeepRecursion::withFinally) + " " + (fin > 100));
        Node n = new Node(); n.next = n; System.out.println(tryIt(() -> n.toString().length()));
        System.out.println(tryIt(() -> n.hashCode())); List<Object> l = new ArrayList<>();
        l.add(l); System.out.println(l); System.out.println(tryIt(() -> l.hashCode()));
        Map<Object, Object> mm = new HashMap<>(); mm.put("k", mm); System.out.println(mm);
        System.out.println(tryIt(() -> mm.hashCode()));
        System.out.println(ack(2, 9) + " " + ack(3, 5) + " " + sumTo(3000) + " " + fib(22) + " " + even(2000) + odd(1999) + even(7) + " "
            + hanoi(12, 'A', 'C', 'B'));
        List<String> ps = new ArrayList<>(); perms("", "abcd", ps); System.out.println(ps.size() + " " + ps);
        System.out.println(queens(6, 0, 0, 0, 0) + " " + queens(8, 0, 0, 0, 0) + " " + sync(1000) + " "
            + lam(new java.util.function.IntUnaryOperator[1], 500));
        int caught = 0; for (int i = 0; i < 3; i++) try { inf(i); } catch (StackOverflowError e) {
            caught++; } System.out.println(caught); try { try { inf(0); } finally {
                System.out.println("fin"); } } catch (Throwable t) { System.out.println(t);
        } try { try { inf(0); } catch (StackOverflowError e) { throw new RuntimeException("wrapped", e);
            } } catch (RuntimeException e) { System.out.println(e + " " + e.getCause());
        }
    }
}

//! The fast loop does what decoded instructions do one by one: the same states, step by step, the same events, the same ends.

use crate::common::{Dice, Events, choices};
use deadheat_guest_java::{Config, Jvm};
use deadheat_machine::{Machine, Outcome, States};
use deadheat_testing::java::{compile, java_home};
use tempfile::TempDir;

/// Has what is fused: arithmetic of all kinds with operands from everywhere, arrays of all kinds, fields, comparisons, loops, calls. Much of it
/// goes wrong: null, indices, divisors, stores and casts, in the middle of what is fused.
const COMPUTES: &str = r#"
public class Computes {
    interface Shape { int area(int by); }
    static class Box implements Shape {
        int count; long sum; double mean; Box next; int[] data = new int[8]; final int id;
        Box(int id) { this.id = id; }
        public int area(int by) { return id * by; }
        Box link(Box other) { next = other; return this; }
    }
    static class Small extends Box {
        Small(int id) { super(id); }
        public int area(int by) { return super.area(by) - 1; }
    }
    static long total;
    static Object[] things = new Object[4];

    static int ints(int x, int y) {
        int r = x + y; r = r - 3; r = x * r; r ^= y << 5; r = (r & 0xff) + (x | y); r += r >> 3; r -= y >>> 7;
        if (x < y) r++; if (x >= 7) r--; if (r != 0) r = -r; if (y == r) r = 0; if (r > 1000) r = 1000; if (r <= -1000) r = x - y;
        return r / 3 + r % 7 + x / (y | 1);
    }
    static long longs(long x, int y) {
        long r = x * 6364136223846793005L + 1442695040888963407L; r ^= r >>> 13; r += y; r -= x << 2; r = r & 0xffffffffL | x >> 1;
        if (r > x) r--; if (r == 5L) r = 1; if (x <= r) r += 9;
        return r / 11 + r % 13;
    }
    static double doubles(double x, float f, int n) {
        double r = 0; float g = f;
        for (int i = 0; i < n; i++) { r += x * i; r -= x / (i + 1); g = g * 1.5f - f / 3f + i; if (r > 1e9 || r != r) r = 1; if (g < 0f) g = f; }
        return r + g + (int) r + (long) x + (char) n + (short) n + (byte) n + (float) r;
    }
    static long arrays(int n) {
        byte[] b = new byte[n]; char[] c = new char[n]; short[] s = new short[n]; int[] a = new int[n]; long[] l = new long[n];
        double[][] m = new double[n][n]; boolean[] z = new boolean[n]; byte[] b2 = new byte[n]; char[] c2 = new char[n]; short[] s2 = new short[n];
        int[] a2 = new int[n]; long[] l2 = new long[n];
        for (int i = 0; i < n; i++) { b[i] = (byte) (i * 37); c[i] = (char) (i * 999); s[i] = (short) (i * -777); a[i] = i; l[i] = 3; z[i] = i % 3 == 0; }
        for (int i = 0; i < b.length; i++) { b2[i] = b[i]; c2[i] = c[i]; s2[i] = s[i]; a2[i] = a[i]; l2[i] = l[i]; }
        for (int i = 1; i < n; i++) { a[i] = a[i] + a[i - 1]; a[i] += 5; l[i] <<= 2; l[i]++; b[i] ^= 9; c[i]++; s[i] -= 2; m[i][i - 1] = a[i]; m[i - 1][i] += 2; }
        long r = 0; int k = 2;
        for (int i = 0; i < n; i++) { r = r * 31 + b2[i] + c2[i] + s2[i] + a2[i] + l2[i] + a[i] + b[i] + c[i] + s[i] + l[i] + (z[i] ? 1 : 0); r += (long) m[i][k]; }
        int t = a[k]; z[k] = true; a[k] = 7;
        return r + t + (z[k] ? a[k] : 0);
    }
    static int fields(Box box, int n) {
        for (int i = 0; i < n; i++) {
            box.count++; box.sum += box.count ^ i; box.count -= 2; box.mean = box.sum; box.data[i & 7] = i; box = box.next; box.data[i & 7]++;
        }
        Box next = box.next; box.next.next = next;
        return box.count + box.data[3] + box.next.id + (int) box.mean;
    }
    boolean[] own; byte[] signed; static boolean[] all; static byte[] shared;
    int flags(boolean[] seen, byte[] signs, int n) {
        int r = 0;
        for (int i = 0; i < n; i++) {
            seen[i] = i % 3 == 0; signs[i] = (byte) (i * 100); own[n - 1 - i] = seen[i]; signed[i] = (byte) -signs[i];
            if (seen[i]) r++; if (!seen[i]) r += 3; if (signs[i] < 0) r += 5; if (signs[i] >= 0) r ^= 9; if (signs[i] > 0) r *= 3; if (signs[i] <= 0) r--;
            if (own[i]) r += 7; if (!own[i]) r += 11; if (signed[i] < 0) r ^= 13; if (signed[i] >= 0) r++; if (signed[i] > 0) r += 2; if (signed[i] <= 0) r += 4;
            if (own[n - i - 1]) r += 17; if (!own[n - i - 1]) r *= 5; if (signed[n - i - 1] < 0) r += 19; if (signed[n - i - 1] > 0) r ^= 21;
            if (all[i]) r += 23; if (!all[i]) r -= 2; if (shared[i] < 0) r += 29; if (shared[i] >= 0) r--; if (shared[i] > 0) r += 31; if (shared[i] <= 0) r++;
            all[i] = own[i]; shared[i] = signs[i];
        }
        for (int i = 0; seen[i]; ) { i += 3; r++; if (i > n - 4) break; }
        return r;
    }
    static int wrong(int what) {
        int[] a = new int[3]; Box none = null; int[][] m = new int[2][]; Object text = "x"; int i = 3, zero = 0; Object[] objects = new Integer[1];
        try {
            switch (what) {
                case 0: return a[i];
                case 1: a[i] = 1; return 1;
                case 2: return none.count;
                case 3: none.count++; return 1;
                case 4: return i / zero;
                case 5: i %= zero; return i;
                case 6: return m[1][0];
                case 7: objects[0] = text; return 1;
                case 8: return (Integer) text;
                case 9: return none.data[i];
                case 10: a[i] += 2; return 1;
                case 11: for (int n = 0; n < none.data.length; n++) i++; return i;
                case 12: return a[i - 4];
                case 13: none.next = none; return 1;
                case 14: a[2] = a[i]; return 1;
                case 15: return none.area(1);
                case 16: return (int) (5L % zero);
                case 17: return new int[-i].length;
                case 18: if ((new boolean[2][3])[1][i]) return 1; return 2;
                case 19: if (all[i + 20]) return 1; return 2;
                case 20: if (all[zero - 1]) return 1; return 2;
                case 21: boolean[] flags = new boolean[3]; if (flags[i]) return 1; return 2;
                case 22: flags = null; if (!flags[i]) return 1; return 2;
                case 23: Computes self = null; if (self.own[i]) return 1; return 2;
                case 24: self = new Computes(); if (self.own[i]) return 1; return 2;
                case 25: self = new Computes(); self.signed = new byte[3]; if (self.signed[i] < 0) return 1; return 2;
                case 200: return 9;
                default: return wrong(what + 1000 < 0 ? 0 : what + 1);
            }
        } catch (RuntimeException e) {
            return e.getStackTrace()[0].getLineNumber() * 31 + e.getClass().getName().hashCode();
        } catch (StackOverflowError e) {
            return 77;
        }
    }
    static long spin(int n) {
        long x = 1;
        for (int i = 0; i < n; i++) { x ^= x << 13; x ^= x >>> 7; }
        int j = 0;
        while (true) { if (j++ > n) break; x += j; }
        return x;
    }
    static void all(int seed) {
        long r = 0;
        for (int i = 0; i < 12; i++) {
            r = r * 31 + ints(i * seed, seed - i); r += longs(r, i); r ^= Double.doubleToLongBits(doubles(r, seed, i));
        }
        Box first = new Small(3); first.link(new Box(seed).link(first));
        Shape[] shapes = {first, first.next, by -> by + 1};
        for (int i = 0; i < 9; i++) { r += shapes[i % shapes.length].area(i); things[i & 3] = i % 2 == 0 ? shapes : (Object) first; }
        for (Object thing : things) { r += thing instanceof Shape ? 1 : thing instanceof Box[] ? 2 : 3; }
        r += fields(first, 20) + arrays(17);
        Computes flagged = new Computes(); flagged.own = new boolean[17]; flagged.signed = new byte[17]; all = new boolean[17]; shared = new byte[17];
        r = r * 31 + flagged.flags(new boolean[17], new byte[17], 17); r = r * 31 + flagged.flags(flagged.own, flagged.signed, 16);
        for (int i = 0; i < 26; i++) { r = r * 17 + wrong(i); }
        total += r;
        System.out.println(seed + " " + r);
    }
    public static void main(String[] args) throws Exception {
        all(5);
        total += spin(3_000_000);
        Thread[] threads = new Thread[2];
        for (int t = 0; t < threads.length; t++) { int seed = t + 8; threads[t] = new Thread(() -> all(seed)); threads[t].start(); }
        for (Thread thread : threads) { thread.join(); }
        System.out.println(total);
    }
}
"#;

fn machine(classes: &TempDir, one_by_one: bool) -> Jvm {
    let mut config = Config::new(java_home(), vec![classes.path().to_owned()], "Computes");
    config.heap = 64 << 20;
    config.states = States::Kept;
    config.one_by_one = one_by_one;
    Jvm::new(&config).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_fast_loop_goes_through_the_same_states() {
    let classes = compile("Computes", COMPUTES);
    let (mut fast, mut slow) = (machine(&classes, false), machine(&classes, true));
    let roots = (fast.snapshot(), slow.snapshot());
    for seed in 0..4 {
        fast.restore(&roots.0);
        slow.restore(&roots.1);
        let mut dice = Dice(seed);
        let (mut fast_events, mut slow_events) = (Events::default(), Events::default());
        let mut step = 0;
        let end = loop {
            let open = choices(&fast);
            assert_eq!(open, choices(&slow), "seed {seed}, step {step}");
            let choice = open[dice.below(open.len())];
            let outcome = fast.step(choice, Some(&mut fast_events)).unwrap();
            assert_eq!(outcome, slow.step(choice, Some(&mut slow_events)).unwrap());
            assert_eq!(fast.fingerprint(), slow.fingerprint(), "seed {seed}, step {step}, {choice:?}");
            step += 1;
            if !outcome.is_running() {
                break outcome;
            }
        };
        assert_eq!(end, Outcome::Finished { exit_code: 0 });
        assert_eq!(format!("{:?}", fast_events.0), format!("{:?}", slow_events.0));
    }
}

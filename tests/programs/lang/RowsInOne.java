// Rows of instructions that the machine runs as one: each with ordinary numbers, at the edges of its types, and where it fails in its middle,
// with the local variables and fields that must not have changed by then.
public class RowsInOne {
    static final class Cell {
        int i;
        long l;
        float f;
        double d;
        Cell next;
        int[] ints = {5, -7, 11};
    }

    static final int[] INTS = {0, 1, -1, 7, 255, 256, Integer.MAX_VALUE, Integer.MIN_VALUE};
    static final long[] LONGS = {0, 1, -1, 7, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE};
    static final double[] DOUBLES = {0.0, -0.0, 1.5, -3e300, Double.MIN_VALUE, Double.NaN, Double.POSITIVE_INFINITY};

    static long hash;

    static void note(long value) {
        hash = hash * 31 + value;
    }

    static void note(double value) {
        note(Double.doubleToLongBits(value));
    }

    static void shifts() {
        for (int a : INTS) {
            for (int b : INTS) {
                int x = a ^ b << 13;
                note(x);
                x = a ^ b >> 7;
                note(x);
                x = a ^ b >>> 35;
                note(x);
                x ^= x << 3;
                note(x ^ b >>> 1);
                note((x + a) ^ b >> 30);
            }
        }
        for (long a : LONGS) {
            for (long b : LONGS) {
                long x = a ^ b << 13;
                note(x);
                x = a ^ b >> 7;
                note(x);
                x = a ^ b >>> 77;
                note(x);
                x ^= x << 17;
                note(x ^ b >>> 1);
            }
        }
    }

    static void products() {
        for (int a : INTS) {
            for (int b : INTS) {
                int sum = a;
                sum += a * b;
                note(sum);
                sum -= b * 3;
                note(sum - a * b);
                note(sum + INTS[1] * INTS[3]);
                long wide = a;
                wide += (long) a * b;
                note(wide - wide * b);
                note(3L * wide);
                float single = a;
                single += single * b;
                note(single - single * a);
                note(2.5f * single);
            }
        }
        for (double a : DOUBLES) {
            for (double b : DOUBLES) {
                double sum = a;
                sum += a * b;
                note(sum);
                note(sum - a * b);
                note(a * a + b * b);
                note(a * a - b * b);
                note(2.0 * a);
                note(10.0 / b);
                // Not rounded once, but twice.
                note(0.1 * a - 0.1 * b);
            }
        }
        double third = 1.0 / 3;
        note(third * third - third * third);
        note(0.1 * 10 - third * 3);
    }

    static void bits() {
        int counted = 0;
        for (int a : INTS) {
            if ((a & 1) == 0) counted += 1;
            if ((a & 255) != 0) counted += 100;
            if ((a & 256) != 0) counted += 1000;
            if ((a & 0x80) > 0) counted += 10_000;
            if ((a & 7) <= 0) counted += 100_000;
        }
        note(counted);
        counted = 0;
        for (long a : LONGS) {
            if ((a & 1) == 0) counted += 1;
            if ((a & 255) != 0) counted += 100;
            if ((a & 7) > 0) counted += 1000;
            if ((a & 7) < 0) counted += 10_000;
            if ((a & 1L << 40) != 0) counted += 100_000;
        }
        note(counted);
    }

    static void fields(Cell cell) {
        for (int i = 0; i < 20; i++) {
            cell = cell.next;
            cell.i++;
            cell.i += cell.i * 3;
            cell.l += cell.i ^ i;
            cell.l = cell.l * 5 - i;
            cell.f = cell.f * 0.5f + i;
            cell.d = cell.d / 3 + cell.f;
            note(i + cell.i);
            note(cell.i - i);
            note(cell.l ^ cell.next.l);
            note(cell.d * cell.d);
            int limit = 0;
            while (limit < cell.i && limit < 5) {
                limit++;
            }
            note(limit);
        }
    }

    static void arrays() {
        int[] a = new int[40];
        long[] l = new long[40];
        double[] d = new double[40];
        float[] f = new float[40];
        byte[] b = new byte[40];
        int[][] m = new int[5][8];
        double[][] n = new double[5][8];
        int n40 = 40;
        for (int i = 0; i < a.length; i++) {
            a[i] = i * 31 ^ i >>> 3;
            b[i] = (byte) (i * 77);
            l[i] = a[i] * 1_000_000_007L;
            d[i] = a[i] / 7.0;
            f[i] = a[i] / 3f;
            m[i % 5][i / 5] = i ^ a[i];
            n[i % 5][i / 5] = d[i] - i;
        }
        int sum = 0;
        long wide = 0;
        double real = 0;
        float single = 0;
        for (int i = 1; i < n40; i++) {
            sum += a[i];
            sum ^= b[i];
            wide -= l[i];
            real += d[i];
            single += f[i];
            a[i] = a[i] + a[i - 1];
            l[i] = l[i] ^ l[i - 1];
            d[i] = d[i] - d[i - 1];
            f[i] = f[i] * f[i - 1] / 1000;
            wide = wide << a[i];
            sum += a[sum & 15] - b[(sum ^ b[i]) & 31];
        }
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 5; j++) {
                int cell = 0;
                double other = 0;
                for (int k = 0; k < 5; k++) {
                    cell += m[i][k] * m[k][j];
                    other += n[i][k] * n[k][j];
                }
                note(cell);
                note(other);
            }
        }
        note(sum);
        note(wide);
        note(real);
        note(single);
        note(a[39] + l[39]);
    }

    static void loops() {
        int passes = 0;
        for (int i = 0, by = 3; i < 100; i += by) {
            passes++;
        }
        int limit = 50;
        for (int j = 2, by = 7; j <= limit; j += by) {
            passes += j;
            by ^= 2;
        }
        // Past the largest number.
        int by = Integer.MAX_VALUE / 3;
        int top = Integer.MAX_VALUE - 5;
        for (int j = 0; j < top && passes < 1_000_000; j += by) {
            passes += 100_000;
        }
        // What is compared is the step, or the counter itself.
        int step = 1;
        for (int j = 0; j < step; j = j + step) {
            passes++;
            if (passes % 5 != 0) step++;
        }
        for (int i = Integer.MAX_VALUE - 2; i > limit; i++) {
            passes++;
        }
        for (int i = 0; limit > i; i++) {
            passes++;
        }
        for (int i = 0; i != limit; i += 5) {
            passes++;
        }
        for (int i = 0; i < 1000; i++) {
            passes++;
        }
        for (int i = 100; i >= -100; i -= 9) {
            passes++;
        }
        outer:
        for (int i = 0; i < 10; i++) {
            for (int j = 0; j < INTS.length; j++) {
                if (j == i) continue outer;
                passes += j;
            }
        }
        note(passes);
    }

    interface Failing {
        void run();
    }

    static void fails(Failing code) {
        try {
            code.run();
            note(-1);
        } catch (RuntimeException e) {
            System.out.println(e.getMessage());
        }
    }

    static void failures(int[] none, Cell nobody, int[][] rows) {
        int[] three = {1, 2, 3};
        int[] bounds = {-1, 3, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int at : bounds) {
            int index = at;
            fails(() -> {
                int sum = 5;
                try {
                    sum += three[index];
                } finally {
                    note(sum);
                }
            });
            fails(() -> three[index] = three[0] + three[1]);
            fails(() -> note(7 ^ three[index]));
            fails(() -> note(rows[1][index] * rows[0][index]));
            fails(() -> note(rows[index][0]));
            fails(() -> note(three[(index ^ index) & 15] + three[(index | 8) & 15]));
        }
        fails(() -> {
            int sum = 5;
            try {
                sum += none[0];
            } finally {
                note(sum);
            }
        });
        fails(() -> none[0] = three[0] * three[1]);
        fails(() -> nobody.l += nobody.i ^ 3);
        fails(() -> nobody.i = three[0] + three[1]);
        fails(() -> note(3 + nobody.i));
        fails(() -> note(nobody.i - 3));
        fails(() -> {
            int i = 0;
            try {
                while (i < nobody.i) {
                    i++;
                }
            } finally {
                note(i);
            }
        });
        fails(() -> {
            int[] array = {1, 2};
            int i = 0;
            try {
                for (; i < array.length; i++) {
                    array = i == 1 ? null : array;
                }
            } finally {
                note(i);
            }
        });
        fails(() -> note(rows[2][0] + rows[1][1]));
        int[] counted = new int[1];
        fails(() -> {
            Cell cell = new Cell();
            for (int i = 0; i < 3; i++) {
                cell.l += cell.i ^ i;
                counted[0] += cell.ints[i + 1];
                cell = i == 1 ? null : cell;
            }
        });
        note(counted[0]);
    }

    // The same rows on objects that two threads share: what is done is the same, under a lock.
    static void shared(Cell cell) throws InterruptedException {
        Runnable task = () -> {
            for (int i = 0; i < 4; i++) {
                synchronized (cell) {
                    cell.i++;
                    cell.l += cell.i ^ 5;
                    cell.d = cell.d * 2 + 1;
                    cell.ints[1] = cell.ints[1] + cell.ints[2];
                    cell.i = cell.i + cell.ints[0];
                }
            }
        };
        Thread first = new Thread(task);
        Thread second = new Thread(task);
        first.start();
        second.start();
        first.join();
        second.join();
        note(cell.i);
        note(cell.l);
        note(cell.d);
        note(cell.ints[1]);
    }

    public static void main(String[] args) throws InterruptedException {
        for (int round = 0; round < 3; round++) {
            shifts();
            System.out.println("shifts " + hash);
            products();
            System.out.println("products " + hash);
            bits();
            System.out.println("bits " + hash);
            Cell cell = new Cell();
            cell.next = new Cell();
            cell.next.next = cell;
            fields(cell);
            System.out.println("fields " + hash);
            arrays();
            System.out.println("arrays " + hash);
            loops();
            System.out.println("loops " + hash);
            failures(null, null, new int[][] {{1, 2, 3}, {4, 5, 6}, null});
            System.out.println("failures " + hash);
            shared(new Cell());
            System.out.println("shared " + hash);
        }
    }
}

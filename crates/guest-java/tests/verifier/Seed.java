import base.Base;
import java.util.ArrayList;
import java.util.List;

/** Has a bit of everything that a verifier looks at. Its mutants are judged, never run: there is no static initialiser. */
public class Seed extends Base implements Shape, Runnable {
    int number;
    long wide;
    double[] values = new double[3];
    final String text;
    static Seed last;
    static int counter;

    Seed(int n) {
        super(n > 3 ? n : 3);
        number = n;
        text = String.valueOf(n);
    }

    Seed(long w, Object other) {
        this((int) w);
        wide = w;
        if (other instanceof Seed) {
            number = ((Seed) other).number;
        }
    }

    public double area() {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[i] * number;
        }
        return sum;
    }

    public void run() {
        synchronized (this) {
            counter++;
        }
        last = this;
        total += wide;
    }

    static int arithmetic(int a, long b, float c, double d) {
        int x = a * 3 + (int) b;
        long y = b << a | x;
        float z = c / 2 - y;
        double w = d % 3 + z;
        x ^= (int) w;
        y = -y >>> 2;
        return w > z ? x : (int) (y & 255);
    }

    static String classify(Object o, int n) {
        switch (n) {
            case 0:
                return "zero";
            case 1:
            case 2:
                return "few";
            case 1000:
                return String.valueOf(o);
            default:
                break;
        }
        switch (n & 3) {
            case 0: n++;
            case 1: n--;
            case 2: return "two";
            default: n = 7;
        }
        return o == null ? "none" : o.toString().concat("n");
    }

    int guardedUse(Seed other, Base strange) {
        int n = guarded(1) + other.guarded(2) + shield + other.shield;
        shield = n;
        other.shield = n + 1;
        return n + strange.named().length();
    }

    static Object tryAll(String s, int[] table) {
        Object result = null;
        int at = 0;
        try {
            at = Integer.parseInt(s);
            result = table[at];
        } catch (NumberFormatException e) {
            result = e.getMessage();
        } catch (ArrayIndexOutOfBoundsException | NullPointerException e) {
            result = e;
        } finally {
            at++;
        }
        while (at > 0) {
            try {
                at -= 2;
                if (at == 5) throw new IllegalStateException("five");
            } catch (IllegalStateException e) {
                break;
            }
        }
        return result;
    }

    static int[][] arrays(int n, Object[] objects) {
        int[][] grid = new int[n][4];
        byte[] bytes = {1, 2};
        boolean[] flags = new boolean[2];
        char[] chars = new char[n];
        short[] shorts = {3};
        long[] longs = new long[1];
        float[] floats = new float[1];
        bytes[0] = (byte) n;
        flags[1] = n > 2;
        chars[0] = (char) n;
        shorts[0] = (short) n;
        longs[0] += n;
        floats[0] *= 2;
        objects[0] = grid;
        objects[1] = new Seed[] {new Seed(1), null};
        grid[0][1]++;
        Object copy = grid.clone();
        return copy == null ? null : (int[][]) copy;
    }

    static long calls(Shape shape, List<String> list) {
        Shape[] shapes = {shape, new Seed(2)};
        long sum = shapes.length + (long) shape.area();
        for (String s : list) {
            sum += s.length() + shape.label().hashCode();
        }
        Runnable r = new Seed(3L, shape);
        r.run();
        List<Object> more = new ArrayList<>(list);
        more.add(sum);
        return sum + more.size();
    }

    public String named() {
        StringBuilder b = new StringBuilder();
        b.append(super.named()).append(number).append(wide).append(' ').append(Seed.class);
        return b.append(text).toString();
    }

    private long mixed(boolean flip, long a, Object o) {
        long r = 0;
        if (flip) {
            int i = (int) a;
            r = i;
        } else {
            String s = (String) o;
            r = s.length();
        }
        wide = r++;
        return r + wide;
    }
}

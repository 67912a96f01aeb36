// Integer and long arithmetic: overflow, shifts, division, remainder, compound ops, division by zero.
public class IntArith {
    static int[] I = {0, 1, -1, 7, -7, 31, 32, 33, 255, -256, 65535, 123456789, Integer.MAX_VALUE, Integer.MIN_VALUE};
    static long[] L = {0, 1, -1, 9, -9, 63, 64, 65, 1L << 31, -(1L << 31), 1L << 32, 987654321987L, Long.MAX_VALUE, Long.MIN_VALUE};

    static String div(int a, int b) {
        try { return (a / b) + "r" + (a % b); } catch (ArithmeticException e) { return e.getMessage(); }
    }
    static String div(long a, long b) {
        try { return (a / b) + "r" + (a % b); } catch (ArithmeticException e) { return e.getMessage(); }
    }
    static void inc() {
        int i = Integer.MAX_VALUE; i++; System.out.println("i++ " + i);
        i--; System.out.println("i-- " + i);
        byte b = 127; b++; System.out.println("b++ " + b);
        short s = -32768; s--; System.out.println("s-- " + s);
        char c = 0; c--; System.out.println("c-- " + (int) c);
        long l = Long.MIN_VALUE; l--; System.out.println("l-- " + l);
        b += 1000; System.out.println("b+=1000 " + b);
        b *= 3.7; System.out.println("b*=3.7 " + b);
        s >>>= 3; System.out.println("s>>>=3 " + s);
        s = -1; s >>>= 10; System.out.println("s>>>=10 " + s);
        c += 70000; System.out.println("c+=70000 " + (int) c);
        i = 10; i += i++ + ++i; System.out.println("i+=i++ + ++i " + i);
        i = 5; i = i++ * 2 + i; System.out.println("mix " + i);
        i = 1000; i += 1000; i -= 30000; System.out.println("iinc wide " + i);
        int x = 7; x ^= x << 13; x ^= x >>> 17; x ^= x << 5; System.out.println("xorshift " + x);
        i = 16; i -= 3.99; System.out.println("i-=3.99 " + i);
    }
    public static void main(String[] args) {
        for (int a : I) {
            StringBuilder sb = new StringBuilder();
            for (int b : I) sb.append(a + b).append(' ').append(a - b).append(' ').append(a * b).append(' ').append(div(a, b)).append(' ')
                .append(a << b).append(' ').append(a >> b).append(' ').append(a >>> b).append(' ').append(a & b).append(' ').append(a | b).append(' ').append(a ^ b).append(';');
            System.out.println(a + ": " + sb + " neg " + (-a) + " com " + (~a));
        }
        for (long a : L) {
            StringBuilder sb = new StringBuilder();
            for (long b : L) sb.append(a + b).append(' ').append(a - b).append(' ').append(a * b).append(' ').append(div(a, b)).append(' ')
                .append(a << b).append(' ').append(a >> b).append(' ').append(a >>> b).append(' ').append(a & b).append(' ').append(a | b).append(' ').append(a ^ b).append(';');
            System.out.println(a + ": " + sb + " neg " + (-a) + " com " + (~a));
        }
        for (int a : I) for (long b : L) if (((a ^ (int) b) & 3) == 1) System.out.print((b << a) + "," + (b >>> a) + "," + (a << b) + " ");
        System.out.println();
        inc();
        int h = 0;
        for (int i = 0; i < 100000; i++) { h = h * 31 + (i ^ (h >>> 7)); h -= i % 13; }
        System.out.println("hash " + h);
        long g = 1;
        for (int i = 1; i < 100000; i++) { g = g * 6364136223846793005L + 1442695040888963407L; g ^= g >>> i; }
        System.out.println("hash " + g);
    }
}

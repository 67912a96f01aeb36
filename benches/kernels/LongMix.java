// Arithmetic and shifts of longs in locals: two random generators.
public class LongMix {
    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 12_000_000;
        long x = 88172645463325252L;
        long y = 1;
        long sum = 0;
        for (int i = 0; i < rounds; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
            y = y * 6364136223846793005L + 1442695040888963407L;
            sum += x ^ y >>> 32;
        }
        System.out.println("long checksum " + sum);
    }
}

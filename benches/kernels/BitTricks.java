// Bits of ints and longs: counting, reversing, Gray codes.
public class BitTricks {
    static int count(int x) {
        x = x - (x >>> 1 & 0x55555555);
        x = (x & 0x33333333) + (x >>> 2 & 0x33333333);
        return (x + (x >>> 4) & 0x0f0f0f0f) * 0x01010101 >>> 24;
    }

    static long reverse(long x) {
        x = (x & 0x5555555555555555L) << 1 | x >>> 1 & 0x5555555555555555L;
        x = (x & 0x3333333333333333L) << 2 | x >>> 2 & 0x3333333333333333L;
        return x ^ x >>> 32;
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 2_500_000;
        long sum = 0;
        for (int i = 0; i < rounds; i++) {
            int gray = i ^ i >> 1;
            sum += count(gray) + Integer.bitCount(i);
            sum ^= reverse(sum + gray);
        }
        System.out.println("bits checksum " + sum);
    }
}

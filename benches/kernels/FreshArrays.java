// New arrays of a megabyte, over and over.
public class FreshArrays {
    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 4_000;
        long sum = 0;
        for (int r = 0; r < rounds; r++) {
            byte[] bytes = new byte[1 << 20];
            long[] longs = new long[1 << 14];
            for (int i = 0; i < bytes.length; i += 4096) {
                bytes[i] = (byte) (r + i);
            }
            for (int i = 0; i < longs.length; i += 64) {
                longs[i] = r ^ i;
            }
            sum = sum * 31 + bytes[r * 4096 & 0xfffff] + longs[r & 0x3fff];
        }
        System.out.println("fresh checksum " + sum);
    }
}

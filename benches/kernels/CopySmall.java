// System.arraycopy of a few elements, and within one array.
public class CopySmall {
    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 8_000_000;
        int[] from = new int[64];
        int[] to = new int[64];
        for (int i = 0; i < from.length; i++) {
            from[i] = i * i;
        }
        int sum = 0;
        for (int i = 0; i < rounds; i++) {
            System.arraycopy(from, i & 31, to, i & 15, 8);
            System.arraycopy(to, 0, to, 1, 16);
            sum += to[i & 63];
        }
        System.out.println("small copy checksum " + sum);
    }
}

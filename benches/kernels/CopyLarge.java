// System.arraycopy, clone and fill of megabytes.
public class CopyLarge {
    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 250;
        int[] from = new int[1 << 20];
        for (int i = 0; i < from.length; i++) {
            from[i] = i;
        }
        int[] to = new int[1 << 20];
        long sum = 0;
        for (int r = 0; r < rounds; r++) {
            System.arraycopy(from, 0, to, 0, from.length);
            System.arraycopy(to, 0, to, 1, to.length - 1);
            int[] copy = to.clone();
            byte[] bytes = new byte[1 << 21];
            bytes[r] = (byte) r;
            copy[r] += bytes[r];
            sum = sum * 31 + copy[r] + copy[copy.length - 1 - r];
        }
        System.out.println("large copy checksum " + sum);
    }
}

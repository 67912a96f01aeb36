// Arrays of four kinds, copied element by element.
public class CopyLoop {
    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 600;
        int n = 30_000;
        int[] i1 = new int[n];
        int[] i2 = new int[n];
        byte[] b1 = new byte[n];
        byte[] b2 = new byte[n];
        char[] c1 = new char[n];
        char[] c2 = new char[n];
        long[] l1 = new long[n];
        long[] l2 = new long[n];
        for (int i = 0; i < n; i++) {
            i1[i] = i * 7;
            b1[i] = (byte) i;
            c1[i] = (char) (i * 3);
            l1[i] = i * 11L;
        }
        long sum = 0;
        for (int r = 0; r < rounds; r++) {
            for (int i = 0; i < n; i++) {
                i2[i] = i1[i];
            }
            for (int i = 0; i < n; i++) {
                b2[i] = b1[i];
            }
            for (int i = 0; i < n; i++) {
                c2[i] = c1[i];
            }
            for (int i = 0; i < n; i++) {
                l2[i] = l1[i];
            }
            sum = sum * 31 + i2[r] + b2[r] + c2[r] + l2[r];
        }
        System.out.println("copy checksum " + sum);
    }
}

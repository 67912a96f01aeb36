// Sums, running sums and neighbours in an array of ints.
public class IntArray {
    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 350;
        int[] a = new int[50_000];
        for (int i = 0; i < a.length; i++) {
            a[i] = i * 31 ^ i >>> 3;
        }
        int sum = 0;
        for (int r = 0; r < rounds; r++) {
            for (int i = 0; i < a.length; i++) {
                sum += a[i];
            }
            for (int i = 1; i < a.length; i++) {
                a[i] = a[i] + a[i - 1];
            }
            a[r] += sum;
        }
        System.out.println("array checksum " + sum);
    }
}

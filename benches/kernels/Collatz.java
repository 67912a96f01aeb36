// Branches on longs: the longest Collatz sequence.
public class Collatz {
    public static void main(String[] args) {
        int limit = args.length > 0 ? Integer.parseInt(args[0]) : 250_000;
        int longest = 0;
        int best = 0;
        for (int i = 1; i < limit; i++) {
            long n = i;
            int length = 1;
            while (n != 1) {
                n = (n & 1) == 0 ? n >> 1 : 3 * n + 1;
                length++;
            }
            if (length > longest) {
                longest = length;
                best = i;
            }
        }
        System.out.println("collatz " + best + " " + longest);
    }
}

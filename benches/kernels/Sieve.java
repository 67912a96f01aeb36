// Array stores and integer loops: the sieve of Eratosthenes, scale times over.
public class Sieve {
    static int sieve(boolean[] composite) {
        int limit = composite.length;
        for (int i = 0; i < limit; i++) {
            composite[i] = false;
        }
        int count = 0;
        for (int i = 2; i < limit; i++) {
            if (composite[i]) {
                continue;
            }
            count++;
            for (int j = i + i; j < limit; j += i) {
                composite[j] = true;
            }
        }
        return count;
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 26;
        boolean[] composite = new boolean[1_000_000];
        long sum = 0;
        for (int r = 0; r < rounds; r++) {
            sum = sum * 31 + sieve(composite);
        }
        System.out.println("sieve checksum " + sum);
    }
}

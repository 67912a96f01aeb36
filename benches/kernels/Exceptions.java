// Exceptions thrown, caught a few frames up, and rethrown.
public class Exceptions {
    static final class Refused extends RuntimeException {
        final int code;

        Refused(int code) {
            super(null, null, false, false);
            this.code = code;
        }
    }

    static int deep(int depth, int i) {
        if (depth == 0) {
            if (i % 3 == 0) {
                throw new Refused(i);
            }
            return i;
        }
        return deep(depth - 1, i) + 1;
    }

    static int guarded(int i) {
        try {
            return deep(5, i);
        } catch (Refused refused) {
            if (refused.code % 2 == 0) {
                throw refused;
            }
            return -refused.code;
        } finally {
            count++;
        }
    }

    static int count;

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 900_000;
        int sum = 0;
        for (int i = 0; i < rounds; i++) {
            try {
                sum += guarded(i);
            } catch (Refused refused) {
                sum ^= refused.code;
            }
        }
        System.out.println("exceptions checksum " + sum + " " + count);
    }
}

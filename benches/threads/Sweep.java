// Two threads sweep over one large array: both read all of it, then each writes its half. Nothing but the joins orders the rounds.
public class Sweep {
    static final int LENGTH = 400_000;
    static final int ROUNDS = 3;
    static final int[] values = new int[LENGTH];
    static final long[] sums = new long[2];

    static void read(int half) {
        long sum = 0;
        for (int i = 0; i < LENGTH; i++) {
            sum += values[i];
        }
        sums[half] += sum;
    }

    static void write(int half, int round) {
        int from = half * (LENGTH / 2);
        for (int i = from; i < from + LENGTH / 2; i++) {
            values[i] += i ^ round;
        }
    }

    interface Part {
        void run(int half);
    }

    static void both(Part part) throws InterruptedException {
        Thread other = new Thread(() -> part.run(1));
        other.start();
        part.run(0);
        other.join();
    }

    public static void main(String[] args) throws InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            int now = round;
            both(half -> write(half, now));
            both(Sweep::read);
        }
        System.out.println(sums[0] + " " + sums[1]);
    }
}

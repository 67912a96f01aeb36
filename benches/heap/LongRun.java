// A long run with little that threads share: rounds of work of their own between a few steps under a lock, and one race at the end.
public class LongRun {
    static int rounds;
    static int last;

    static synchronized void round() {
        rounds++;
    }

    static int work(int seed) {
        int x = seed;
        for (int i = 0; i < 1_000_000; i++) {
            x = x * 1664525 + 1013904223;
        }
        return x;
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 20;
        int warm = 0;
        for (int i = 0; i < n; i++) {
            warm += work(i);
        }
        int begun = warm;
        Runnable task = () -> {
            int x = begun;
            for (int i = 0; i < n; i++) {
                x = work(x);
                round();
            }
            last = x;
        };
        Thread first = new Thread(task);
        Thread second = new Thread(task);
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(rounds);
    }
}

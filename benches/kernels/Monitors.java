// Locks that nobody else wants: synchronized methods and blocks.
public class Monitors {
    private int count;

    synchronized void increment() {
        count++;
    }

    int add(int more) {
        synchronized (this) {
            count += more;
            return count;
        }
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 4_000_000;
        Monitors monitors = new Monitors();
        int sum = 0;
        for (int i = 0; i < rounds; i++) {
            monitors.increment();
            sum += monitors.add(i & 7);
        }
        System.out.println("monitors checksum " + sum);
    }
}

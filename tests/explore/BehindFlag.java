// A flag is set and read by a race. The data behind it cannot be met by two threads at once in any schedule, but nothing orders it.
// finds: dead heat: BehindFlag.ready
// told: witnessed race 12,18
// told: follows race 11,19
public class BehindFlag {
    static int data;
    static boolean ready;

    static void make() {
        // Before the flag
        data = 7;
        ready = true;
    }

    public static void main(String[] args) {
        new Thread(BehindFlag::make).start();
        int read = 0;
        if (ready) {
            read = data;
        }
    }
}

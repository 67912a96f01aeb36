// Parent and child count in three variables, and only the second has a lock (after "A Simple Data Race" in Helgrind's manual, and
// its test tc06_two_races).
// expect race TwoRaces.before @childBefore @parentBefore
// expect race TwoRaces.after @childAfter @parentAfter
public class TwoRaces {
    private static final int ROUNDS = 200;

    private static final Object lock = new Object();
    private static int before;
    private static int guarded;
    private static int after;

    public static void main(String[] args) throws InterruptedException {
        Thread child = new Thread(TwoRaces::child);
        child.start();
        parent();
        child.join();
        System.out.println(guarded == 2 * ROUNDS);
    }

    private static void child() {
        before++; // @childBefore
        count();
        after++; // @childAfter
    }

    private static void parent() {
        before++; // @parentBefore
        count();
        after++; // @parentAfter
    }

    private static void count() {
        for (int i = 0; i < ROUNDS; i++) {
            synchronized (lock) {
                guarded++;
            }
        }
    }
}

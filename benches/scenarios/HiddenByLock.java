// One thread writes before its critical sections, the other after: their order hides it (after Listing 1.1 of Carril 2015, and like
// test46 of ThreadSanitizer's tests).
// expect race HiddenByLock.y @before @after
// hidden: HiddenByLock.y
public class HiddenByLock {
    private static final int ROUNDS = 300;

    private static final Object m = new Object();
    private static int x;
    private static int y;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(HiddenByLock::one);
        Thread two = new Thread(HiddenByLock::two);
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(x);
    }

    private static void one() {
        y++; // @before
        count();
    }

    private static void two() {
        count();
        y++; // @after
    }

    private static void count() {
        for (int i = 0; i < ROUNDS; i++) {
            synchronized (m) {
                x++;
            }
        }
    }
}

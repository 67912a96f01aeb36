// The first instruction of main reads a static field: how many steps main makes must not depend on whether a machine before has
// run it.
// expect race StaticFirst.hits @hit @hit
public class StaticFirst {
    static int hits;

    static void hit() {
        hits++; // @hit
    }

    public static void main(String[] args) throws InterruptedException {
        if (hits > 0) {
            return;
        }
        Thread a = new Thread(StaticFirst::hit);
        Thread b = new Thread(StaticFirst::hit);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(hits);
    }
}

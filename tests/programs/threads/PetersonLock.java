// Peterson's lock for two threads on volatile fields guards a plain counter.
public class PetersonLock {
    static volatile boolean want0;
    static volatile boolean want1;
    static volatile int victim;
    static int counter;
    static int inside;
    static int overlaps;

    static void lock(int me) {
        if (me == 0) {
            want0 = true;
            victim = 0;
            while (want1 && victim == 0) Thread.onSpinWait();
        } else {
            want1 = true;
            victim = 1;
            while (want0 && victim == 1) Thread.onSpinWait();
        }
    }

    static void unlock(int me) {
        if (me == 0) {
            want0 = false;
        } else {
            want1 = false;
        }
    }

    static void work(int me) {
        for (int i = 0; i < 200; i++) {
            lock(me);
            inside++;
            if (inside != 1) overlaps++;
            counter = counter + 1;
            inside--;
            unlock(me);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> work(0));
        Thread b = new Thread(() -> work(1));
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println("counter " + counter);
        System.out.println("overlaps " + overlaps);
        System.out.println(want0 + " " + want1);
    }
}

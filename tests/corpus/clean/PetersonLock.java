// Peterson's mutual exclusion on volatile variables.
public class PetersonLock {
    static volatile boolean wantsA;
    static volatile boolean wantsB;
    static volatile int turn;
    static int shared;

    static void a() {
        for (int i = 0; i < 2; i++) {
            wantsA = true;
            turn = 1;
            while (wantsB && turn == 1) {
                Thread.yield();
            }
            shared += 1;
            wantsA = false;
        }
    }

    static void b() {
        for (int i = 0; i < 2; i++) {
            wantsB = true;
            turn = 0;
            while (wantsA && turn == 0) {
                Thread.yield();
            }
            shared += 10;
            wantsB = false;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread s = new Thread(PetersonLock::a);
        Thread t = new Thread(PetersonLock::b);
        s.start();
        t.start();
        s.join();
        t.join();
        System.out.println(shared);
    }
}

// ThreadLocalRandom and private Random objects: no state is shared.
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

public class LocalRandom {
    static final boolean[] ok = new boolean[2];

    static void work(int me) {
        Random mine = new Random(me);
        int a = ThreadLocalRandom.current().nextInt(10);
        int b = mine.nextInt(10);
        ok[me] = a < 10 && b < 10;
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> work(0));
        Thread t2 = new Thread(() -> work(1));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(ok[0] && ok[1]);
    }
}

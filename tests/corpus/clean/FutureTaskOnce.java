// A FutureTask runs once; everybody who gets its result sees what was computed.
import java.util.concurrent.FutureTask;

public class FutureTaskOnce {
    static int computed;
    static final FutureTask<Integer> task = new FutureTask<>(FutureTaskOnce::compute);
    static final int[] seen = new int[2];

    static Integer compute() {
        computed = computed + 21;
        return 2;
    }

    static void use(int me) {
        task.run();
        try {
            int factor = task.get();
            seen[me] = computed * factor;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> use(0));
        Thread t2 = new Thread(() -> use(1));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(seen[0] + " " + seen[1]);
    }
}

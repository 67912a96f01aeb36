// Five philosophers who take the fork with the smaller number first.
public class OrderedPhilosophers {
    static final Object[] forks = {new Object(), new Object(), new Object(), new Object(), new Object()};
    static final int[] meals = new int[5];

    static void dine(int i) {
        int l = Math.min(i, (i + 1) % 5);
        int r = Math.max(i, (i + 1) % 5);
        synchronized (forks[l]) {
            synchronized (forks[r]) {
                meals[i]++;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[5];
        for (int i = 0; i < 5; i++) {
            int me = i;
            threads[i] = new Thread(() -> dine(me));
            threads[i].start();
        }
        int sum = 0;
        for (int i = 0; i < 5; i++) {
            threads[i].join();
            sum += meals[i];
        }
        System.out.println(sum);
    }
}

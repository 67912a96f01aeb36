// Priorities set, got, inherited and bounded; yield between counted steps.
public class PrioritiesYield {
    public static void main(String[] args) throws Exception {
        System.out.println(Thread.MIN_PRIORITY + " " + Thread.NORM_PRIORITY + " " + Thread.MAX_PRIORITY);
        System.out.println("main " + Thread.currentThread().getPriority());
        int[] counts = new int[10];
        int[] seen = new int[10];
        Thread[] threads = new Thread[10];
        for (int i = 0; i < 10; i++) {
            final int id = i;
            threads[i] = new Thread(() -> {
                seen[id] = Thread.currentThread().getPriority();
                for (int k = 0; k < 50; k++) {
                    counts[id]++;
                    Thread.yield();
                }
            });
            threads[i].setPriority(i + 1);
        }
        for (Thread t : threads) t.start();
        for (Thread t : threads) t.join();
        for (int i = 0; i < 10; i++) System.out.println(seen[i] + " " + counts[i]);
        for (int bad : new int[] {0, 11, -5}) {
            try {
                Thread.currentThread().setPriority(bad);
                System.out.println("accepted " + bad);
            } catch (IllegalArgumentException e) {
                System.out.println("refused " + bad);
            }
        }
        Thread parent = new Thread(() -> {
            Thread child = new Thread(() -> {});
            System.out.println("inherited " + child.getPriority());
            child.setPriority(Thread.MAX_PRIORITY);
            System.out.println("raised " + child.getPriority());
        });
        parent.setPriority(3);
        parent.start();
        parent.join();
        ThreadGroup group = new ThreadGroup("low");
        group.setMaxPriority(4);
        Thread capped = new Thread(group, () -> {});
        capped.setPriority(9);
        System.out.println("capped " + capped.getPriority());
    }
}

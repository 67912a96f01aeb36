// Thread groups: nesting, counts, enumerate, max priority, group interrupt.
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

public class ThreadGroups {
    public static void main(String[] args) throws Exception {
        ThreadGroup mainGroup = Thread.currentThread().getThreadGroup();
        System.out.println(mainGroup.getName() + " in " + mainGroup.getParent().getName());
        ThreadGroup outer = new ThreadGroup("outer");
        ThreadGroup inner = new ThreadGroup(outer, "inner");
        outer.setMaxPriority(7);
        System.out.println(outer.getParent() == mainGroup);
        System.out.println(outer.parentOf(inner) + " " + inner.parentOf(outer) + " " + inner.getMaxPriority());
        CountDownLatch started = new CountDownLatch(4);
        CountDownLatch never = new CountDownLatch(1);
        int[] interrupted = new int[4];
        Thread[] threads = new Thread[4];
        for (int i = 0; i < 4; i++) {
            final int id = i;
            threads[i] = new Thread(i < 2 ? outer : inner, () -> {
                started.countDown();
                try {
                    never.await();
                } catch (InterruptedException e) {
                    interrupted[id]++;
                }
            }, "member-" + i);
            threads[i].start();
        }
        started.await();
        System.out.println("outer active " + outer.activeCount() + " groups " + outer.activeGroupCount());
        System.out.println("inner active " + inner.activeCount());
        Thread[] list = new Thread[10];
        int n = outer.enumerate(list);
        String[] names = new String[n];
        for (int i = 0; i < n; i++) names[i] = list[i].getName();
        Arrays.sort(names);
        System.out.println(Arrays.toString(names));
        System.out.println("direct " + outer.enumerate(list, false));
        System.out.println(threads[3].toString().replaceAll("#[0-9]+,", ""));
        outer.interrupt();
        for (Thread t : threads) t.join();
        System.out.println(Arrays.toString(interrupted));
        System.out.println("after " + outer.activeCount() + " " + threads[0].getThreadGroup());
        System.out.println(inner);
    }
}

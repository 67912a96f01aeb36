// finds: 2
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A queue is looked through by code of the program's own, while another thread waits for an element with a time limit. */
public class LookedThrough {
    static volatile int looks;

    static class Element {
        @Override
        public boolean equals(Object other) {
            looks++;
            return this == other;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    public static void main(String[] args) throws Exception {
        BlockingQueue<Element> queue = new LinkedBlockingQueue<>(2);
        queue.add(new Element());
        new Thread(() -> {
            try {
                queue.poll(1, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }).start();
        Element mine = new Element();
        boolean there = queue.contains(mine);
        int seen = looks;
        queue.add(mine);
        Outcome.is((there ? 1 : 0) + seen * 2 + (queue.remove(mine) ? 4 : 0));
    }
}

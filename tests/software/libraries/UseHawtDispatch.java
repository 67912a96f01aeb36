// HawtDispatch: serial queues over a pool of threads.
// jars: hawtdispatch.jar
// check: 200
import java.util.*;
import java.util.concurrent.*;
import org.fusesource.hawtdispatch.*;

public class UseHawtDispatch {
    public static void main(String[] args) throws Exception {
        DispatchQueue queue = Dispatch.createQueue("serial");
        List<Integer> seen = new ArrayList<>();
        CountDownLatch done = new CountDownLatch(4);
        for (int i = 0; i < 4; i++) {
            int number = i;
            queue.execute(new Task() {
                @Override
                public void run() {
                    seen.add(number);
                    done.countDown();
                }
            });
        }
        done.await();
        System.out.println(seen);
        System.exit(0);
    }
}

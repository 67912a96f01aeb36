// finds: 2
// finds: too many steps
// fewer ends: workers are daemons, which the end of the guest cuts short anywhere
import java.util.concurrent.ForkJoinTask;

/** A task that is forked by no worker is run in the common pool, or by the one that joins it. */
public class ForkedOutside {
    public static void main(String[] args) {
        Thread me = Thread.currentThread();
        Outcome.is(ForkJoinTask.adapt(() -> Thread.currentThread() == me ? 1 : 2).fork().join());
    }
}

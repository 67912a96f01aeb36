// finds: 3
import java.util.concurrent.LinkedTransferQueue;

/** A queue is looked at and counted while another thread fills it. */
public class LookedIntoTransfer {
    public static void main(String[] args) {
        LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
        new Thread(() -> queue.add(1)).start();
        int seen = queue.isEmpty() ? 0 : 1;
        if (queue.peek() != null) {
            seen++;
        }
        if (seen < 2 && queue.size() == 1) {
            seen += 3;
        }
        Outcome.is(seen == 0 ? 0 : seen == 2 ? 2 : 3);
    }
}

// needs: other processes
// finds: data race on RaceBefore.count
import java.io.IOException;

/** A race, and then a process that cannot be had. */
public class RaceBefore {
    static int count;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> count++);
        other.start();
        count++;
        other.join();
        new ProcessBuilder("true").start().waitFor();
    }
}

// needs: the native library /tmp/deadheat-libwhatever.so
import java.nio.file.Files;
import java.nio.file.Path;

/** A class that cannot be initialised without a native library, used by two threads. */
public class FailedInitialiser {
    static class Binding {
        static {
            System.load("/tmp/deadheat-libwhatever.so");
        }

        static void call() {
        }
    }

    public static void main(String[] args) throws Exception {
        // Only in the memory of the machine.
        Files.write(Path.of("/tmp/deadheat-libwhatever.so"), new byte[1]);
        Thread other = new Thread(Binding::call);
        other.start();
        Binding.call();
        other.join();
    }
}

// folded: 2
import org.lib.Registry;

/** All that goes wrong goes wrong inside the library. */
public class OnlyCalls {
    public static void main(String[] args) throws InterruptedException {
        Registry.refresh();
        Registry registry = new Registry();
        Thread other = new Thread(() -> registry.register("a"));
        other.start();
        registry.register("b");
        other.join();
    }
}

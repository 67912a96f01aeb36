// yours: data race on SharesABag.mine
// yours: data race on org.lib.Registry$Bag.size
// folded: 1
import org.lib.Registry;

/** A race of its own, a rule of the library's broken, and an error that is the library's. */
public class SharesABag {
    static int mine;
    static final Registry.Bag bag = new Registry.Bag();

    static void work() {
        mine++;
        bag.add();
    }

    public static void main(String[] args) throws InterruptedException {
        Registry.refresh();
        Thread other = new Thread(SharesABag::work);
        other.start();
        work();
        other.join();
    }
}

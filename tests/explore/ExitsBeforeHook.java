// fewer ends: the end of the guest cuts threads short anywhere
// finds: dead heat: ExitsBeforeHook.x
// What a daemon does while a hook runs: the end comes behind both.
public class ExitsBeforeHook {
    static volatile boolean ending;
    static int x;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> ending = true));
        for (int n = 0; n < 2; n++) {
            Thread daemon = new Thread(() -> {
                if (ending) {
                    x++;
                }
            });
            daemon.setDaemon(true);
            daemon.start();
        }
    }
}

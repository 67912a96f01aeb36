// finds: dead heat: ForName.x
/** An initialiser that is begun by name: its class is loaded when it is first asked for, whatever path that is on. */
public class ForName {
    static int x;

    static class Late {
        static {
            x++;
        }
    }

    public static void main(String[] args) throws Exception {
        new Thread(() -> {
            try {
                Class.forName("ForName$Late");
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }).start();
        x = 3;
    }
}

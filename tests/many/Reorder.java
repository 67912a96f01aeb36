/** Many threads write two variables, one after the other; another one sees the first write and not the second. */
public class Reorder {
    static volatile int a, b;

    public static void main(String[] args) {
        int setters = Integer.parseInt(args[0]);
        for (int i = 0; i < setters; i++) {
            new Thread(() -> {
                a = 1;
                b = -1;
            }).start();
        }
        new Thread(() -> {
            int x = a, y = b;
            if (!(x == 0 && y == 0) && !(x == 1 && y == -1)) throw new IllegalStateException(x + " " + y);
        }).start();
    }
}

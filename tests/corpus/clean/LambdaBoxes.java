// Each lambda captures its own box.
public class LambdaBoxes {
    static class Box {
        int value;
    }

    static Runnable adder(Box box, int n) {
        return () -> {
            for (int i = 0; i < 2; i++) {
                box.value += n;
            }
        };
    }

    public static void main(String[] args) throws Exception {
        Box x = new Box();
        Box y = new Box();
        Thread a = new Thread(adder(x, 1));
        Thread b = new Thread(adder(y, 2));
        a.start();
        b.start();
        a.join();
        b.join();
        x.value += y.value;
        System.out.println(x.value);
    }
}

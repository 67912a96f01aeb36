// Two lambdas capture the same local box.
// expect race LambdaCapture$Box.value @first @second
public class LambdaCapture {
    static class Box {
        int value;
    }

    public static void main(String[] args) throws Exception {
        Box box = new Box();
        Runnable first = () -> {
            box.value += 1; // @first
        };
        Runnable second = () -> {
            box.value += 2; // @second
        };
        Thread a = new Thread(first);
        Thread b = new Thread(second);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(box.value <= 3);
    }
}

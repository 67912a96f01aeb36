// Interface, virtual and lambda calls through megamorphic call sites.
import java.util.function.IntUnaryOperator;

public class InterfaceDispatch {
    interface Shape {
        int area(int scale);
    }

    abstract static class Base implements Shape {
        abstract int unit();

        public int area(int scale) {
            return unit() * scale;
        }
    }

    static final class Square extends Base {
        int unit() { return 4; }
    }

    static final class Circle extends Base {
        int unit() { return 3; }
    }

    static final class Line implements Shape {
        public int area(int scale) { return scale & 1; }
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5_000_000;
        Shape[] shapes = {new Square(), new Circle(), new Line(), scale -> scale ^ 5};
        IntUnaryOperator[] steps = {x -> x + 1, x -> x * 3, x -> x ^ rounds};
        int sum = 0;
        for (int i = 0; i < rounds; i++) {
            sum += shapes[i & 3].area(i);
            sum = steps[i % 3].applyAsInt(sum);
        }
        System.out.println("dispatch checksum " + sum);
    }
}

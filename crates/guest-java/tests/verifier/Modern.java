import java.util.function.IntFunction;
import java.util.function.Supplier;

/** What only newer class files have. */
public class Modern implements Shape {
    private final String name;
    private int[] data = {1, 2, 3};

    Modern(String name) {
        this.name = name + "!" + data.length;
    }

    public double area() {
        return data[0] * 2.0;
    }

    public String label() {
        return Shape.super.label() + name;
    }

    static int interfaces(Shape[] shapes) {
        return Shape.count(shapes) + new Modern("m").data.length;
    }

    Supplier<String> lambda(long n) {
        IntFunction<int[]> maker = int[]::new;
        data = maker.apply((int) n);
        return () -> name + n + data.length;
    }

    static String match(Object o) {
        if (o instanceof String s && s.length() > 2) {
            return s;
        }
        return switch (o.hashCode()) {
            case 1 -> "one";
            case 2, 3 -> "some";
            default -> {
                try {
                    yield String.valueOf(o);
                } finally {
                    o.notify();
                }
            }
        };
    }

    record Pair(int left, Object right) {
        Pair {
            if (left < 0) throw new IllegalArgumentException("left " + left);
        }
    }
}

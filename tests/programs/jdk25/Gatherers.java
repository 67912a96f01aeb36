// Stream gatherers, by reflection: windows, scans, folds, concurrent maps.
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

public class Gatherers {
    static final Class<?> GATHERER = type("java.util.stream.Gatherer");
    static final Class<?> GATHERERS = type("java.util.stream.Gatherers");

    static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    static Object make(String name, Class<?>[] types, Object... args) throws Exception {
        return GATHERERS.getMethod(name, types).invoke(null, args);
    }

    static List<?> gather(Stream<?> stream, Object... gatherers) throws Exception {
        Method gather = Stream.class.getMethod("gather", GATHERER);
        for (Object gatherer : gatherers) stream = (Stream<?>) gather.invoke(stream, gatherer);
        return stream.toList();
    }

    static Stream<Integer> numbers(int count) {
        return Stream.iterate(1, n -> n + 1).limit(count);
    }

    public static void main(String[] args) throws Exception {
        Class<?>[] size = {int.class};
        System.out.println(gather(numbers(7), make("windowFixed", size, 3)));
        System.out.println(gather(numbers(5), make("windowSliding", size, 2)));
        Class<?>[] fold = {Supplier.class, BiFunction.class};
        Supplier<Integer> zero = () -> 0;
        BiFunction<Integer, Integer, Integer> plus = Integer::sum;
        System.out.println(gather(numbers(6), make("scan", fold, zero, plus)));
        System.out.println(gather(numbers(6), make("fold", fold, zero, plus)));
        Function<Integer, String> slow = n -> {
            Thread.yield();
            return "n" + n;
        };
        Class<?>[] concurrent = {int.class, Function.class};
        System.out.println(gather(numbers(8), make("mapConcurrent", concurrent, 3, slow)));
        System.out.println(gather(numbers(9), make("windowFixed", size, 4), make("windowSliding", size, 2)));
        List<String> seen = new ArrayList<>();
        try {
            gather(numbers(3).peek(n -> seen.add("saw " + n)), make("windowFixed", size, 0));
        } catch (java.lang.reflect.InvocationTargetException e) {
            System.out.println(e.getCause() + " " + seen);
        }
    }
}

// Uncaught exception thrown inside lambdas and method references called through functional interfaces.
// exit: 1
import java.util.*;
import java.util.function.*;
public class LambdaThrows {
    static <T> T with(String n, Supplier<T> s) { System.out.println("with " + n); return s.get(); }
    static int parse(String s) { return Integer.parseInt(s.trim()); }
    static void each(int[] a, IntConsumer c) { for (int x : a) c.accept(x); }
    public static void main(String[] args) {
        Function<String, Integer> f = LambdaThrows::parse;
        System.out.println(with("ok", () -> f.apply(" 12 ")));
        try { with("caught", () -> f.apply("zz")); } catch (NumberFormatException e) {
            System.out.println(e.getMessage() + " " + e.getStackTrace().length); }
        int[] data = {4, 2, 0, 1};
        each(data, x -> { Runnable r = () -> System.out.println(100 / x); r.run(); });
    }
}

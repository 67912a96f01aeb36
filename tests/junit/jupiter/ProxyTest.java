// Classes that are made while tests run get numbers for names: each test has the same number for another class, and is checked all the same.
// test: first passed all
// test: second passed all
// test: third passed all
// test: fourth passed all

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

class ProxyTest {
    public interface First {
        int number();
    }

    public interface Second {
        int number();
    }

    public interface Third {
        int number();
    }

    public interface Fourth {
        int number();
    }

    private static <T> T proxy(Class<T> type, int number) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> number));
    }

    @Test
    void first() {
        assertEquals(1, proxy(First.class, 1).number());
    }

    @Test
    void second() {
        assertEquals(2, proxy(Second.class, 2).number());
    }

    @Test
    void third() {
        assertEquals(3, proxy(Third.class, 3).number());
    }

    @Test
    void fourth() {
        assertEquals(4, proxy(Fourth.class, 4).number());
    }
}

// The methods around a test belong to it: a thread that is started before each and joined after each.
// test: first passed all
// test: second passed all
// test: third fails

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LifecycleTest {
    private static List<String> calls;
    private Thread worker;
    private int unguarded;

    @BeforeAll
    static void all() {
        calls = new ArrayList<>(List.of("all"));
    }

    @BeforeEach
    void start() {
        calls.add("before");
        worker = new Thread(() -> unguarded = 1);
        worker.start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        worker.join();
        assertEquals(1, Math.max(unguarded, 1));
    }

    @Test
    void first() {
        assertEquals(List.of("all", "before"), calls);
    }

    @Test
    void second() {
        assertEquals(List.of("all", "before"), calls, "each test is alone");
    }

    @Test
    void third() {
        unguarded = 2;
    }
}

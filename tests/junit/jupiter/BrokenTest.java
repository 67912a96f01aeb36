// Fails whatever the schedule: by an assertion, by an exception, and with threads.
// test: asserts broken all
// test: throwing broken all
// test: threads broken all

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class BrokenTest {
    @Test
    void asserts() {
        assertEquals("five", "four", "two and two");
    }

    @Test
    void throwing() {
        throw new IllegalStateException("always");
    }

    @Test
    void threads() throws InterruptedException {
        Thread other = new Thread(() -> {});
        other.start();
        other.join();
        assertEquals(1, 2);
    }
}

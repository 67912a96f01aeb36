// What dies in another thread fails no test, but is an error; a handler for exceptions hides no failure.
// test: dies erroneous
// test: handles fails

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class HandlerTest {
    private volatile int value;

    @Test
    void dies() throws InterruptedException {
        Thread other = new Thread(() -> {
            throw new IllegalStateException("unseen");
        });
        other.start();
        other.join();
    }

    @Test
    void handles() throws InterruptedException {
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {});
        Thread other = new Thread(() -> value = 1);
        other.start();
        assertEquals(0, value);
        other.join();
    }
}

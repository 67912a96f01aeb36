// What fails behind a test counts as the test's failure.
// test: leaves fails

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AfterEachTest {
    private volatile boolean ended;

    @Test
    void leaves() {
        new Thread(() -> ended = true).start();
    }

    @AfterEach
    void look() {
        assertTrue(ended, "nobody has waited for it");
    }
}

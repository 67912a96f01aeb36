// What the engine leaves out is not checked, and no failure.
// test: disabled skipped
// test: assumes skipped

import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

class SkippedTest {
    @Test
    @Disabled("not today")
    void disabled() {
        fail();
    }

    @Test
    void assumes() {
        Assumptions.assumeTrue(false, "never");
        fail();
    }
}

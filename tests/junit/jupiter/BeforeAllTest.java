// Where the class cannot be made ready, each of its tests is broken.
// test: one broken all
// test: two broken all

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class BeforeAllTest {
    @BeforeAll
    static void fail() {
        throw new IllegalStateException("not ready");
    }

    @Test
    void one() {}

    @Test
    void two() {}
}

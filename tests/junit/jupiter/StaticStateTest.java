// Static state does not go from test to test here: each is alone, in whatever order they would be run.
// test: first passed all
// test: second passed all

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class StaticStateTest {
    private static int runs;

    @Test
    void first() {
        assertEquals(1, ++runs);
    }

    @Test
    void second() {
        assertEquals(1, ++runs);
    }
}

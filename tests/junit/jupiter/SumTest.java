// Nothing but arithmetic.
// test: adds passed all
// test: multiplies passed all

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SumTest {
    @Test
    void adds() {
        assertEquals(4, 2 + 2);
    }

    @Test
    void multiplies() {
        assertEquals(6, 2 * 3);
    }
}

// Exceptions that are expected, and one that does not come; strings that are compared.
// test: comes passed all
// test: missing broken all
// test: compares broken all

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class OldExpectTest {
    @Test(expected = IllegalStateException.class)
    public void comes() {
        throw new IllegalStateException();
    }

    @Test(expected = IllegalStateException.class)
    public void missing() {}

    @Test
    public void compares() {
        assertEquals("left", "right");
    }
}

// Tests of a class that is no test itself.
// test: holds passed all

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

abstract class InheritedBase {
    abstract int size();

    @Test
    void holds() {
        assertEquals(2, size());
    }
}

class InheritedTest extends InheritedBase {
    @Override
    int size() {
        return 2;
    }
}

// Classes in classes, each with what the outer one has made ready.
// test: outer passed all
// test: NestedTest$Inside#inner passed all
// test: NestedTest$Inside$Deeper#deepest fails

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class NestedTest {
    private int value;

    @BeforeEach
    void ready() {
        value = 1;
    }

    @Test
    void outer() {
        assertEquals(1, value);
    }

    @Nested
    class Inside {
        @BeforeEach
        void more() {
            value++;
        }

        @Test
        void inner() {
            assertEquals(2, value);
        }

        @Nested
        class Deeper {
            @Test
            void deepest() throws InterruptedException {
                Thread other = new Thread(() -> value *= 2);
                other.start();
                value += 1;
                other.join();
                assertEquals(6, value);
            }
        }
    }
}

// A method with arguments is one test: it fails if any of them makes it fail.
// test: holds(int) passed all
// test: loses(int) fails
// test: named(java.lang.String, int) passed all

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParameterTest {
    private int sum;

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void holds(int number) throws InterruptedException {
        Thread other = new Thread(() -> add(number));
        other.start();
        add(number);
        other.join();
        assertEquals(2 * number, sum);
    }

    private synchronized void add(int number) {
        sum += number;
    }

    /** Nothing is lost of nothing. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void loses(int number) throws InterruptedException {
        Thread other = new Thread(() -> sum += number);
        other.start();
        sum += number;
        other.join();
        assertEquals(2 * number, sum);
    }

    @ParameterizedTest
    @CsvSource({"one, 3", "three, 5"})
    void named(String word, int length) {
        assertEquals(length, word.length());
    }
}

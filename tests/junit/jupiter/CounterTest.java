// The counter of every textbook: one that loses updates, one that does not, and a test that does not look.
// test: plain fails
// test: atomic passed all
// test: unnoticed erroneous

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CounterTest {
    private int count;

    private static void both(Runnable work) throws InterruptedException {
        Thread first = new Thread(work);
        Thread second = new Thread(work);
        first.start();
        second.start();
        first.join();
        second.join();
    }

    @Test
    void plain() throws InterruptedException {
        both(() -> count++);
        assertEquals(2, count);
    }

    @Test
    void atomic() throws InterruptedException {
        AtomicInteger number = new AtomicInteger();
        both(number::incrementAndGet);
        assertEquals(2, number.get());
    }

    @Test
    void unnoticed() throws InterruptedException {
        both(() -> count++);
    }
}

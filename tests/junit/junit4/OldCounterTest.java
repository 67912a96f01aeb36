// As with JUnit 5: a lost update, and none.
// test: plain fails
// test: atomic passed all

import static org.junit.Assert.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.Test;

public class OldCounterTest {
    private int count;
    private final AtomicInteger number = new AtomicInteger();

    @Test
    public void plain() throws InterruptedException {
        Thread other = new Thread(() -> count++);
        other.start();
        count++;
        other.join();
        assertEquals(2, count);
    }

    @Test
    public void atomic() throws InterruptedException {
        Thread other = new Thread(number::incrementAndGet);
        other.start();
        number.incrementAndGet();
        other.join();
        assertEquals(2, number.get());
    }
}

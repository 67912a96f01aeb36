// As with JUnit: a lost update, and none.
// test: plain fails
// test: atomic passed all

import static org.testng.Assert.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import org.testng.annotations.Test;

public class NgCounterTest {
    private int count;
    private final AtomicInteger number = new AtomicInteger();

    @Test
    public void plain() throws InterruptedException {
        Thread other = new Thread(() -> count++);
        other.start();
        count++;
        other.join();
        assertEquals(count, 2);
    }

    @Test
    public void atomic() throws InterruptedException {
        Thread other = new Thread(number::incrementAndGet);
        other.start();
        number.incrementAndGet();
        other.join();
        assertEquals(number.get(), 2);
    }
}

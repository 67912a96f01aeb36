package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CounterTest {
    private final Counter counter = new Counter();

    /** Passes nearly always. */
    @Test
    void plain() throws InterruptedException {
        twice(counter::incrementPlain);
        assertEquals(2, counter.plain());
    }

    /** Passes under all schedules. */
    @Test
    void atomic() throws InterruptedException {
        twice(counter::incrementAtomic);
        assertEquals(2, counter.atomic());
    }

    private static void twice(Runnable increment) throws InterruptedException {
        Thread other = new Thread(increment);
        other.start();
        increment.run();
        other.join();
    }
}

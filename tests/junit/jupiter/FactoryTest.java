// Tests that are made when they are run.
// test: good passed all
// test: bad fails

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class FactoryTest {
    @TestFactory
    Stream<DynamicTest> good() {
        return IntStream.range(0, 3).mapToObj(n -> DynamicTest.dynamicTest("n" + n, () -> assertEquals(n, n)));
    }

    /** Looks, then acts: atomic operations do not help. */
    @TestFactory
    Stream<DynamicTest> bad() {
        return Stream.of(DynamicTest.dynamicTest("once", () -> {
            AtomicInteger taken = new AtomicInteger();
            Runnable take = () -> {
                if (taken.get() == 0) {
                    taken.incrementAndGet();
                }
            };
            Thread other = new Thread(take);
            other.start();
            take.run();
            other.join();
            assertEquals(1, taken.get());
        }));
    }
}

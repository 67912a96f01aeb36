// A repeated test is one test; its second time counts as well.
// test: calm passed all
// test: second(org.junit.jupiter.api.RepetitionInfo) fails

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

class RepeatTest {
    private volatile int seen;

    @RepeatedTest(3)
    void calm() {
        assertEquals(0, seen);
    }

    @RepeatedTest(2)
    void second(RepetitionInfo info) throws InterruptedException {
        Thread other = new Thread(() -> seen = 1);
        if (info.getCurrentRepetition() == 1) {
            return;
        }
        other.start();
        assertEquals(0, seen);
        other.join();
    }
}

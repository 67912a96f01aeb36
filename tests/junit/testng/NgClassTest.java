// All public methods of a class may be tests; some are switched off, and some are left out when they run.
// test: one passed all
// test: skips skipped

import org.testng.SkipException;
import org.testng.annotations.Test;

@Test
public class NgClassTest {
    public void one() {}

    public void skips() {
        throw new SkipException("not here");
    }

    @Test(enabled = false)
    public void off() {
        throw new IllegalStateException();
    }
}

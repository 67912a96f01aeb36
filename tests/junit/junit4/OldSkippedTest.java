// What is left out.
// test: ignored skipped
// test: assumes skipped

import org.junit.Assume;
import org.junit.Ignore;
import org.junit.Test;

public class OldSkippedTest {
    @Test
    @Ignore("not now")
    public void ignored() {
        throw new IllegalStateException();
    }

    @Test
    public void assumes() {
        Assume.assumeTrue(false);
    }
}

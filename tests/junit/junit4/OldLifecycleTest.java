// Methods around tests.
// test: works passed all
// test: leaks fails

import static org.junit.Assert.assertFalse;

import org.junit.After;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Test;

public class OldLifecycleTest {
    private static boolean ready;
    private volatile boolean dirty;

    @BeforeClass
    public static void prepare() {
        ready = true;
    }

    @Before
    public void clean() {
        dirty = !ready;
    }

    @After
    public void look() {
        assertFalse(dirty);
    }

    @Test
    public void works() {}

    @Test
    public void leaks() {
        new Thread(() -> dirty = true).start();
    }
}

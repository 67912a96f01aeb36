// A test that depends on another is run behind it, and skipped if that fails.
// test: first passed all
// test: second passed all
// test: broken broken all
// test: behind broken all

import static org.testng.Assert.assertTrue;

import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

public class NgOrderTest {
    private boolean prepared;
    private boolean done;

    @BeforeMethod
    public void prepare() {
        prepared = true;
    }

    @Test
    public void first() {
        done = prepared;
    }

    @Test(dependsOnMethods = "first")
    public void second() {
        assertTrue(done);
    }

    @Test
    public void broken() {
        assertTrue(false);
    }

    @Test(dependsOnMethods = "broken")
    public void behind() {}
}

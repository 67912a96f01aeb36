// A method with all that its provider gives is one test.
// test: good passed all
// test: bad broken all

import static org.testng.Assert.assertTrue;

import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class NgProviderTest {
    @DataProvider
    public Object[][] numbers() {
        return new Object[][] {{1}, {2}};
    }

    @Test(dataProvider = "numbers")
    public void good(int number) {
        assertTrue(number > 0);
    }

    @Test(dataProvider = "numbers")
    public void bad(int number) {
        assertTrue(number > 1);
    }
}

// TestNG: groups, data providers, dependent and parallel tests.
// jars: testng.jar jcommander.jar bsh.jar snakeyaml.jar guice.jar
import java.util.*;
import org.testng.*;
import org.testng.annotations.*;

public class UseTestNg {
    public static class Tests {
        @DataProvider
        public Object[][] numbers() {
            return new Object[][] {{1}, {2}};
        }

        @Test(dataProvider = "numbers")
        public void positive(int number) {
            Assert.assertTrue(number > 0);
        }

        @Test
        public void fails() {
            Assert.assertEquals(1, 2);
        }

        @Test(dependsOnMethods = "fails")
        public void after() {
        }
    }

    public static void main(String[] args) throws Exception {
        TestNG tests = new TestNG(false);
        tests.setVerbose(0);
        TestListenerAdapter listener = new TestListenerAdapter();
        tests.addListener((Object) listener);
        tests.setTestClasses(new Class<?>[] {Tests.class});
        tests.run();
        List<String> passed = new ArrayList<>();
        for (ITestResult result : listener.getPassedTests()) {
            passed.add(result.getName() + Arrays.toString(result.getParameters()));
        }
        Collections.sort(passed);
        System.out.println(passed + " " + listener.getFailedTests().size() + " failed " + listener.getSkippedTests().size() + " skipped");
    }
}

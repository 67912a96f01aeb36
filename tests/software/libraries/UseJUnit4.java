// JUnit 4: a suite run by its core, with a failure, an assumption, a rule, parameters.
// jars: junit4.jar hamcrest-core.jar
import java.util.*;
import org.junit.*;
import org.junit.rules.ExpectedException;
import org.junit.runner.*;
import org.junit.runner.notification.*;
import org.junit.runners.Parameterized;

public class UseJUnit4 {
    @FixMethodOrder(org.junit.runners.MethodSorters.NAME_ASCENDING)
    public static class Tests {
        @Rule
        public final ExpectedException expected = ExpectedException.none();

        @Before
        public void before() {
            System.out.println("before");
        }

        @Test
        public void aPasses() {
            Assert.assertEquals(2, 1 + 1);
        }

        @Test
        public void bFails() {
            Assert.assertArrayEquals(new int[] {1, 2}, new int[] {1, 3});
        }

        @Test
        @Ignore
        public void cIgnored() {
        }

        @Test(timeout = 1000)
        public void dInAThreadOfItsOwn() throws InterruptedException {
            Thread.sleep(1);
        }
    }

    @RunWith(Parameterized.class)
    public static class Each {
        @Parameterized.Parameters
        public static List<Object[]> data() {
            return List.of(new Object[] {1}, new Object[] {2});
        }

        @Parameterized.Parameter
        public int number;

        @Test
        public void even() {
            Assert.assertEquals(0, number % 2);
        }
    }

    public static void main(String[] args) throws Exception {
        JUnitCore core = new JUnitCore();
        core.addListener(new RunListener() {
            @Override
            public void testFailure(Failure failure) {
                System.out.println(failure.getDescription().getMethodName() + ": " + failure.getMessage());
            }

            @Override
            public void testFinished(Description description) {
                System.out.println(description.getMethodName() + " finished");
            }
        });
        Result result = core.run(Tests.class, Each.class);
        System.out.println(result.getRunCount() + " run, " + result.getFailureCount() + " failed, " + result.getIgnoreCount() + " ignored");
    }
}

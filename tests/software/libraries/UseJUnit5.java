// JUnit 5: its launcher, parameters, nested classes, a failure.
// jars: junit-jupiter-api.jar junit-jupiter-engine.jar junit-jupiter-params.jar junit-platform-commons.jar junit-platform-engine.jar junit-platform-launcher.jar opentest4j.jar apiguardian-api.jar univocity-parsers.jar
import java.io.PrintWriter;
import org.junit.jupiter.api.*;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.*;
import org.junit.platform.launcher.listeners.*;

public class UseJUnit5 {
    public static class Tests {
        @Test
        void passes() {
            Assertions.assertThrows(IllegalStateException.class, () -> {
                throw new IllegalStateException();
            });
        }

        @ParameterizedTest(name = "{0}+{1}")
        @CsvSource({"1,2,3", "2,2,5"})
        void sums(int a, int b, int sum) {
            Assertions.assertEquals(sum, a + b);
        }

        @Nested
        class Inner {
            @RepeatedTest(2)
            void again(RepetitionInfo info) {
                Assertions.assertTrue(info.getCurrentRepetition() <= 2);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(LauncherDiscoveryRequestBuilder.request().selectors(DiscoverySelectors.selectClass(Tests.class)).build(), listener);
        TestExecutionSummary summary = listener.getSummary();
        System.out.println(summary.getTestsFoundCount() + " found, " + summary.getTestsSucceededCount() + " succeeded");
        for (TestExecutionSummary.Failure failure : summary.getFailures()) {
            System.out.println(failure.getTestIdentifier().getDisplayName() + ": " + failure.getException().getMessage());
        }
    }
}

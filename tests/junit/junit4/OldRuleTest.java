// Rules are around tests, too.
// test: ruled broken all

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.ErrorCollector;

public class OldRuleTest {
    @Rule
    public final ErrorCollector errors = new ErrorCollector();

    @Test
    public void ruled() {
        errors.addError(new IllegalStateException("collected"));
    }
}

// Here each argument makes a test of its own.
// test: sum[0] erroneous
// test: sum[1] fails

import static org.junit.Assert.assertEquals;

import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

@RunWith(Parameterized.class)
public class OldParameterTest {
    private final int step;
    private int sum;

    public OldParameterTest(int step) {
        this.step = step;
    }

    @Parameterized.Parameters
    public static Object[] steps() {
        return new Object[] {0, 1};
    }

    @Test
    public void sum() throws InterruptedException {
        Thread other = new Thread(() -> sum += step);
        other.start();
        sum += step;
        other.join();
        assertEquals(2 * step, sum);
    }
}

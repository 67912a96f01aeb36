// A test that ends the program: the others are still run.
// test: zero broken all
// test: sometimes fails
// test: other passed all

import org.junit.jupiter.api.Test;

class ExitTest {
    private volatile boolean late;

    @Test
    void zero() {
        System.exit(0);
    }

    @Test
    void sometimes() throws InterruptedException {
        Thread other = new Thread(() -> late = true);
        other.start();
        if (late) {
            System.exit(3);
        }
        other.join();
    }

    @Test
    void other() {}
}

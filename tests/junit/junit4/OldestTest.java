// JUnit 3: tests are known by their names.
// test: testGood passed all
// test: testHangs hangs

import junit.framework.TestCase;

public class OldestTest extends TestCase {
    public void testGood() {
        assertEquals(1, 1);
    }

    public void testHangs() throws InterruptedException {
        new Thread(() -> {
            synchronized (this) {
                notify();
            }
        }).start();
        synchronized (this) {
            wait();
        }
    }
}

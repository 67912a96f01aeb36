// A signal that may come too early, and locks in two orders.
// test: signal hangs
// test: locks hangs
// test: guarded passed all

import org.junit.jupiter.api.Test;

class HangTest {
    private final Object left = new Object();
    private final Object right = new Object();
    private boolean done;

    @Test
    void signal() throws InterruptedException {
        new Thread(() -> {
            synchronized (left) {
                left.notify();
            }
        }).start();
        synchronized (left) {
            left.wait();
        }
    }

    @Test
    void guarded() throws InterruptedException {
        new Thread(() -> {
            synchronized (left) {
                done = true;
                left.notify();
            }
        }).start();
        synchronized (left) {
            while (!done) {
                left.wait();
            }
        }
    }

    @Test
    void locks() throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (right) {
                synchronized (left) {
                    done = true;
                }
            }
        });
        other.start();
        synchronized (left) {
            synchronized (right) {
                done = false;
            }
        }
        other.join();
    }
}

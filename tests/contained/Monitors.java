// Writes to the words in which a monitor would be while it is held, waited for and left, then uses it: it is as it was.
// prints: unlocked: InternalError x16
// prints: held: InternalError x16
// prints: array: InternalError x16
// prints: class: InternalError x16
// prints: left: IllegalMonitorStateException
// prints: woken, 2
// command: explore

public class Monitors extends Attempts {
    static int count;
    static boolean ready;

    static String corrupt(Object object) {
        Attempt[] attempts = new Attempt[16];
        for (int i = 0; i < 4; i++) {
            long offset = 4L * i;
            attempts[4 * i] = () -> U.putInt(object, offset, -1);
            attempts[4 * i + 1] = () -> U.putLong(object, offset & ~7L, 0x7fff_ffff_0000_0001L);
            attempts[4 * i + 2] = () -> U.compareAndSwapInt(object, offset, U.getInt(object, offset), 7);
            attempts[4 * i + 3] = () -> U.putObject(object, offset, "text");
        }
        return of(attempts);
    }

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        String unlocked = corrupt(lock), held, array, other;
        int[] ints = new int[0];
        synchronized (lock) {
            held = corrupt(lock);
        }
        synchronized (ints) {
            array = corrupt(ints);
        }
        synchronized (Attempts.class) {
            other = corrupt(Attempts.class);
        }
        System.out.println("unlocked: " + unlocked);
        System.out.println("held: " + held);
        System.out.println("array: " + array);
        System.out.println("class: " + other);
        System.out.println("left: " + of(lock::notify));
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                quietly(() -> U.putLong(lock, 8L, 0));
                while (!ready) {
                    quietly(lock::wait);
                }
                count++;
            }
        });
        waiter.start();
        quietly(() -> U.putLong(lock, 8L, -1));
        synchronized (lock) {
            quietly(() -> U.putInt(lock, 12L, 1));
            ready = true;
            count++;
            lock.notify();
        }
        waiter.join();
        synchronized (lock) {
            System.out.println("woken, " + count);
        }
        if (count != 2) {
            throw new AssertionError(count);
        }
    }
}

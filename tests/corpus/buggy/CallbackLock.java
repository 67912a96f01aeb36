// A registry runs its callbacks with its lock held; a callback takes the lock of its owner, who elsewhere calls the registry.
// expect deadlock CallbackLock.owner CallbackLock.registry @run @register
public class CallbackLock {
    static final Object registry = new Object();
    static final Object owner = new Object();
    static Runnable callback = CallbackLock::notifyOwner;
    static int calls;
    static int registered;

    static void notifyOwner() {
        synchronized (owner) { // @run
            calls++;
        }
    }

    static void fire() {
        synchronized (registry) {
            callback.run();
        }
    }

    static void register() {
        synchronized (owner) {
            synchronized (registry) { // @register
                registered++;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(CallbackLock::fire);
        Thread t2 = new Thread(CallbackLock::register);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(calls + registered);
    }
}

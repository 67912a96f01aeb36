// Thread names, default numbering, ids, toString, currentThread, subclassing Thread.
import java.util.HashSet;
import java.util.Set;

public class ThreadNames {
    static class Worker extends Thread {
        String seen;

        Worker() {
        }

        Worker(String name) {
            super(name);
        }

        @Override
        public void run() {
            seen = Thread.currentThread().getName() + " same=" + (Thread.currentThread() == this);
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(Thread.currentThread().getName() + " " + Thread.currentThread());
        Worker[] workers = {new Worker(), new Worker("named"), new Worker(), new Worker("x")};
        workers[3].setName("renamed");
        Set<Long> ids = new HashSet<>();
        for (Worker w : workers) {
            ids.add(w.getId());
            w.start();
        }
        for (Worker w : workers) {
            w.join();
            System.out.println(w.seen);
        }
        System.out.println("distinct ids " + ids.size());
        Thread t = new Thread(() -> {
            Thread self = Thread.currentThread();
            self.setName("self-named");
        });
        System.out.println(t.getName() + " " + t.toString().replaceAll("#[0-9]+,", ""));
        t.start();
        t.join();
        System.out.println(t.getName());
        try {
            t.setName(null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        Thread direct = new Thread(() -> System.out.println("run() called in " + Thread.currentThread().getName()), "other");
        direct.run();
        direct.start();
        direct.join();
        new Thread().run();
        Thread empty = new Thread();
        empty.start();
        empty.join();
        System.out.println(empty.getName() + " " + empty.getState());
    }
}

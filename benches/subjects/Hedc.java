// A crawler's kernel (Shacham 2004): a pool of workers fetches pages for a search; a task that takes too long, or is not wanted any more, is
// cancelled through fields that its worker uses without a lock.
// expect race Hedc$Task.worker @begin @cancel
// expect race Hedc$Task.valid @check @invalid
import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;

public class Hedc {
    /** One request to one archive. */
    static class Task implements Runnable {
        final String archive;
        final int date;
        final List<String> results = new ArrayList<>();
        Thread worker;
        boolean valid = true;
        private boolean done;

        Task(String archive, int date) {
            this.archive = archive;
            this.date = date;
        }

        @Override
        public void run() {
            worker = Thread.currentThread(); // @begin
            for (int page = 0; page < PAGES && valid; page++) { // @check
                synchronized (results) {
                    results.add(fetch(page));
                }
            }
            synchronized (this) {
                done = true;
                notifyAll();
            }
        }

        /** What an archive would answer. */
        private String fetch(int page) {
            int hash = archive.hashCode() * 31 + date;
            for (int i = 0; i < 20; i++) {
                hash = hash * 31 + page;
            }
            return archive + "/" + date + "/" + (hash & 0xff);
        }

        synchronized boolean await(long millis) throws InterruptedException {
            if (!done) {
                wait(millis);
            }
            return done;
        }

        void cancel() {
            valid = false; // @invalid
            Thread thread = worker; // @cancel
            if (thread != null) {
                synchronized (thread) {
                    cancelled++;
                }
            }
        }
    }

    static class Pool {
        private final LinkedList<Task> tasks = new LinkedList<>();
        private boolean closed;

        Pool(int workers) {
            for (int i = 0; i < workers; i++) {
                new Thread(this::work, "worker-" + i).start();
            }
        }

        private void work() {
            for (Task task = next(); task != null; task = next()) {
                task.run();
            }
        }

        private synchronized Task next() {
            try {
                while (tasks.isEmpty() && !closed) {
                    wait();
                }
            } catch (InterruptedException e) {
                return null;
            }
            return tasks.poll();
        }

        synchronized void execute(Task task) {
            tasks.add(task);
            notify();
        }

        synchronized void close() {
            closed = true;
            notifyAll();
        }
    }

    static final int PAGES = 6;
    static final String[] ARCHIVES = {"phoenix", "trace", "soho", "yohkoh"};
    static int cancelled;

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        Pool pool = new Pool(threads);
        List<Task> tasks = new ArrayList<>();
        for (int date = 0; date < 3; date++) {
            for (String archive : ARCHIVES) {
                Task task = new Task(archive, 20000101 + date);
                tasks.add(task);
                pool.execute(task);
            }
        }
        // The user goes on to something else, and wants no more of the last request.
        tasks.get(tasks.size() - 1).cancel();
        int found = 0;
        for (Task task : tasks) {
            if (!task.await(50)) {
                task.cancel();
            }
            synchronized (task.results) {
                found += task.results.size();
            }
        }
        pool.close();
        System.out.println(found + " pages");
    }
}

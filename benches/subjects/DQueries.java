// A shared database (Shacham 2004): tables have read/write locks and rows monitors; a query over two tables looks at the size of the second
// before it has its lock.
// expect race DQueries$Table.used @peek @insert
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class DQueries {
    static class Row {
        private int value;
        private int version;

        synchronized int read() {
            return value;
        }

        synchronized void write(int next) {
            value = next;
            version++;
        }
    }

    static class Table {
        final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        final Row[] rows = new Row[64];
        int used;

        void insert(int value) {
            lock.writeLock().lock();
            try {
                if (used < rows.length) {
                    Row row = new Row();
                    row.write(value);
                    rows[used++] = row; // @insert
                }
            } finally {
                lock.writeLock().unlock();
            }
        }

        int sum() {
            lock.readLock().lock();
            try {
                int sum = 0;
                for (int i = 0; i < used; i++) {
                    sum += rows[i].read();
                }
                return sum;
            } finally {
                lock.readLock().unlock();
            }
        }

        void update(int key, int value) {
            lock.readLock().lock();
            try {
                if (used > 0) {
                    rows[key % used].write(value);
                }
            } finally {
                lock.readLock().unlock();
            }
        }

        /** The pairs of rows with equal values. */
        int join(Table other) {
            if (other.used == 0) { // @peek
                return 0;
            }
            int pairs = 0;
            for (int key = 0; key < 8; key++) {
                pairs += count(key) * other.count(key);
            }
            return pairs;
        }

        private int count(int key) {
            lock.readLock().lock();
            try {
                int count = 0;
                for (int i = 0; i < used; i++) {
                    count += rows[i].read() % 8 == key ? 1 : 0;
                }
                return count;
            } finally {
                lock.readLock().unlock();
            }
        }
    }

    static class Client extends Thread {
        private int seed;
        private int answer;

        Client(int seed) {
            this.seed = seed;
        }

        private int random(int bound) {
            seed = seed * 1103515245 + 12345;
            return (seed >>> 16) % bound;
        }

        @Override
        public void run() {
            for (int query = 0; query < QUERIES; query++) {
                Table table = tables[random(tables.length)];
                switch (query % 5) {
                    case 0, 1 -> table.insert(random(100));
                    case 2 -> table.update(random(64), random(100));
                    case 3 -> answer += table.sum();
                    default -> answer += tables[0].join(tables[1]);
                }
            }
            synchronized (tables) {
                total += answer;
            }
        }
    }

    static final int QUERIES = 20;
    static final Table[] tables = {new Table(), new Table(), new Table()};
    static int total;

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        Client[] clients = new Client[threads];
        for (int i = 0; i < threads; i++) {
            clients[i] = new Client(31 * i + 7);
            clients[i].start();
        }
        for (Client client : clients) {
            client.join();
        }
        System.out.println(total);
    }
}

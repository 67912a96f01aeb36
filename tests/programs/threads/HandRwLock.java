// A readers-writer lock written by hand on a monitor, writers preferred.
public class HandRwLock {
    private int readers, writers, waitingWriters;
    private int maxReaders;

    synchronized void lockRead() throws InterruptedException {
        while (writers > 0 || waitingWriters > 0) wait();
        readers++;
        maxReaders = Math.max(maxReaders, readers);
    }

    synchronized void unlockRead() {
        if (--readers == 0) notifyAll();
    }

    synchronized void lockWrite() throws InterruptedException {
        waitingWriters++;
        try {
            while (readers > 0 || writers > 0) wait();
        } finally {
            waitingWriters--;
        }
        writers++;
    }

    synchronized void unlockWrite() {
        writers--;
        notifyAll();
    }

    static int[] data = new int[6];

    public static void main(String[] args) throws Exception {
        HandRwLock lock = new HandRwLock();
        int[] torn = new int[4];
        int[] reads = new int[4];
        Thread[] threads = new Thread[6];
        for (int i = 0; i < 6; i++) {
            final int id = i;
            threads[i] = new Thread(() -> {
                try {
                    for (int k = 0; k < 30; k++) {
                        if (id < 2) {
                            lock.lockWrite();
                            for (int j = 0; j < data.length; j++) data[j] += id + 1;
                            lock.unlockWrite();
                        } else {
                            lock.lockRead();
                            for (int j = 1; j < data.length; j++) {
                                if (data[j] != data[0]) torn[id - 2]++;
                            }
                            reads[id - 2]++;
                            lock.unlockRead();
                        }
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            threads[i].start();
        }
        for (Thread t : threads) t.join();
        System.out.println("data " + data[0] + " " + data[5]);
        for (int i = 0; i < 4; i++) System.out.println("reads " + reads[i] + " torn " + torn[i]);
        System.out.println("bounded " + (lock.maxReaders <= 4) + " idle " + (lock.readers + lock.writers + lock.waitingWriters));
    }
}

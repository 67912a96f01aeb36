// Apache commons-pool 1: an object pool of the old kind, from two threads.
// jars: commons-pool.jar
// check: 2000
import org.apache.commons.pool.*;
import org.apache.commons.pool.impl.*;

public class UsePool1 {
    public static void main(String[] args) throws Exception {
        StackObjectPool<StringBuffer> pool = new StackObjectPool<>(new BasePoolableObjectFactory<StringBuffer>() {
            @Override
            public StringBuffer makeObject() {
                return new StringBuffer();
            }
        }, 2);
        Thread[] threads = new Thread[2];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> {
                try {
                    StringBuffer buffer = pool.borrowObject();
                    buffer.append("x");
                    pool.returnObject(buffer);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(pool.getNumActive() + " " + (pool.getNumIdle() > 0));
    }
}

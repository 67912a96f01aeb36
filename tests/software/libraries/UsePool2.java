// Apache commons-pool: threads that borrow from a pool which is too small for them.
// jars: commons-pool2.jar
// check: 2000
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import org.apache.commons.pool2.*;
import org.apache.commons.pool2.impl.*;

public class UsePool2 {
    public static void main(String[] args) throws Exception {
        AtomicInteger made = new AtomicInteger();
        GenericObjectPoolConfig<StringBuffer> config = new GenericObjectPoolConfig<>();
        config.setMaxTotal(1);
        config.setJmxEnabled(false);
        GenericObjectPool<StringBuffer> pool = new GenericObjectPool<>(new BasePooledObjectFactory<StringBuffer>() {
            @Override
            public StringBuffer create() {
                made.incrementAndGet();
                return new StringBuffer();
            }

            @Override
            public PooledObject<StringBuffer> wrap(StringBuffer made) {
                return new DefaultPooledObject<>(made);
            }
        }, config);
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
        System.out.println(made.get() + " " + pool.borrowObject() + " " + pool.getNumActive() + " " + pool.getNumIdle());
        pool.close();
    }
}

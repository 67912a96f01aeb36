// HdrHistogram and Metrics: values recorded by threads.
// jars: hdrhistogram.jar metrics-core.jar slf4j-api.jar slf4j-nop.jar
// check: 2000
import com.codahale.metrics.*;
import org.HdrHistogram.*;

public class UseHistogram {
    public static void main(String[] args) throws Exception {
        ConcurrentHistogram histogram = new ConcurrentHistogram(1000, 2);
        MetricRegistry registry = new MetricRegistry();
        Counter counter = registry.counter("c");
        Thread[] threads = new Thread[2];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> {
                for (int i = 1; i <= 3; i++) {
                    histogram.recordValue(i * 10);
                    counter.inc();
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(histogram.getTotalCount() + " " + histogram.getValueAtPercentile(50) + " " + histogram.getMaxValue() + " " + counter.getCount() + " " + registry.getNames());
    }
}

// Guava: an asynchronous event bus, rate of a service, its states.
// jars: guava.jar
// check: 2000
import com.google.common.eventbus.*;
import com.google.common.util.concurrent.AbstractIdleService;
import java.util.concurrent.*;
import java.util.concurrent.atomic.LongAdder;

public class UseGuavaEventBus {
    public static class Listener {
        final LongAdder letters = new LongAdder();
        final CountDownLatch seen = new CountDownLatch(2);

        @Subscribe
        @AllowConcurrentEvents
        public void text(String text) {
            letters.add(text.length());
            seen.countDown();
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        EventBus bus = new AsyncEventBus(pool);
        Listener listener = new Listener();
        bus.register(listener);
        bus.post("three");
        bus.post(4);
        bus.post("seven");
        listener.seen.await();
        System.out.println(listener.letters.sum());
        pool.shutdown();
        AbstractIdleService service = new AbstractIdleService() {
            @Override
            protected void startUp() {
            }

            @Override
            protected void shutDown() {
            }
        };
        service.startAsync().awaitRunning();
        System.out.println(service.state());
        service.stopAsync().awaitTerminated();
        System.out.println(service.state());
    }
}

// Flow with SubmissionPublisher: back-pressure, a transforming processor, errors, cancellation.
import java.util.*;
import java.util.concurrent.*;

public class FlowPublisher {
    static class Collector<T> implements Flow.Subscriber<T> {
        final List<T> items = new ArrayList<>();
        final CountDownLatch finished = new CountDownLatch(1);
        final int limit;
        String end = "none";
        Flow.Subscription subscription;

        Collector(int limit) {
            this.limit = limit;
        }

        public void onSubscribe(Flow.Subscription s) {
            subscription = s;
            s.request(1);
        }

        public void onNext(T item) {
            items.add(item);
            if (items.size() == limit) {
                subscription.cancel();
                end = "cancelled";
                finished.countDown();
            } else {
                subscription.request(1);
            }
        }

        public void onError(Throwable t) {
            end = "error " + t.getMessage();
            finished.countDown();
        }

        public void onComplete() {
            end = "complete";
            finished.countDown();
        }

        void show(String name) throws InterruptedException {
            finished.await();
            System.out.println(name + " " + items + " " + end);
        }
    }

    static class Doubler extends SubmissionPublisher<Integer> implements Flow.Processor<Integer, Integer> {
        Flow.Subscription subscription;

        Doubler(Executor e) {
            super(e, 4);
        }

        public void onSubscribe(Flow.Subscription s) {
            subscription = s;
            s.request(1);
        }

        public void onNext(Integer item) {
            submit(item * 2);
            subscription.request(1);
        }

        public void onError(Throwable t) {
            closeExceptionally(t);
        }

        public void onComplete() {
            close();
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        Collector<Integer> a = new Collector<>(-1), b = new Collector<>(5), c = new Collector<>(-1);
        try (SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(pool, 4)) {
            Doubler doubler = new Doubler(pool);
            publisher.subscribe(a);
            publisher.subscribe(b);
            publisher.subscribe(doubler);
            doubler.subscribe(c);
            for (int i = 0; i < 20; i++) publisher.submit(i);
        }
        a.show("a");
        b.show("b");
        c.show("c");
        Collector<String> failing = new Collector<>(-1);
        SubmissionPublisher<String> broken = new SubmissionPublisher<>(pool, 8);
        broken.subscribe(failing);
        broken.closeExceptionally(new Exception("source failed"));
        failing.show("failing");
        System.out.println(broken.isClosed() + " " + broken.getClosedException().getMessage());
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.HOURS));
    }
}

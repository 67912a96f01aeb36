// A connection is given back to its pool and then used once more: the queue orders the owners, but not with one who has let go.
// expect race UseAfterReturn$Connection.uses @late @use
// allow race UseAfterReturn$Connection.uses @late @late
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

public class UseAfterReturn {
    static class Connection {
        int uses;
    }

    static final BlockingQueue<Connection> idle = new ArrayBlockingQueue<>(1);

    static void client() {
        try {
            Connection connection = idle.take();
            connection.uses++; // @use
            idle.put(connection);
            connection.uses++; // @late
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        idle.put(new Connection());
        Thread a = new Thread(UseAfterReturn::client);
        Thread b = new Thread(UseAfterReturn::client);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println("ok");
    }
}

// A constructor starts a thread that uses the object before the constructor has filled its last field.
// expect race EscapingThis$Sensor.limit @use @init
public class EscapingThis {
    static class Sensor {
        final Thread poller;
        int limit;

        Sensor(int limit) {
            poller = new Thread(this::poll);
            poller.start();
            this.limit = limit; // @init
        }

        void poll() {
            int l = limit; // @use
            if (l != 0 && l != 9) {
                throw new AssertionError();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Sensor s = new Sensor(9);
        s.poller.join();
        System.out.println(s.limit);
    }
}

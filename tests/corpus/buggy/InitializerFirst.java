// The first instruction of main begins another class's initialiser; nobody else is there yet to notice.
// expect race InitializerFirst$Gauge.level @raise @raise
public class InitializerFirst {
    static class Gauge {
        static final int[] LIMITS = new int[1];

        static {
            LIMITS[0] = 10;
        }

        int level;

        void raise() {
            level += LIMITS[0]; // @raise
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Gauge gauge = new Gauge();
        Thread a = new Thread(gauge::raise);
        Thread b = new Thread(gauge::raise);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(gauge.level);
    }
}

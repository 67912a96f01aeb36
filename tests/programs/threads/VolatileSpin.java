// Volatile flags: spin loops bare, with onSpinWait and with yield; publication of plain data.
public class VolatileSpin {
    static volatile int stage;
    static int[] data = new int[4];
    static int plain;

    static volatile long big;
    static volatile double ratio;
    static volatile Object ref;

    public static void main(String[] args) throws Exception {
        int[] seen = new int[3];
        Thread bare = new Thread(() -> {
            while (stage < 1) {
            }
            seen[0] = plain;
            plain = 200;
            stage = 2;
        });
        Thread hinted = new Thread(() -> {
            while (stage < 2) Thread.onSpinWait();
            seen[1] = plain;
            data[1] = 7;
            plain = 300;
            stage = 3;
        });
        Thread yielding = new Thread(() -> {
            while (stage < 3) Thread.yield();
            seen[2] = plain + data[1];
            big = Long.MIN_VALUE + 3;
            ratio = -0.5;
            ref = new int[] {1, 2, 3};
            stage = 4;
        });
        yielding.start();
        hinted.start();
        bare.start();
        plain = 100;
        stage = 1;
        while (stage != 4) {
            Thread.onSpinWait();
        }
        System.out.println(seen[0] + " " + seen[1] + " " + seen[2]);
        System.out.println(big + " " + ratio + " " + ((int[]) ref).length);
        bare.join();
        hinted.join();
        yielding.join();

        stage = 0;
        StringBuilder log = new StringBuilder();
        Thread other = new Thread(() -> {
            for (int i = 0; i < 20; i++) {
                while (stage != 2 * i + 1) Thread.onSpinWait();
                log.append('b');
                stage = 2 * i + 2;
            }
        });
        other.start();
        for (int i = 0; i < 20; i++) {
            while (stage != 2 * i) Thread.onSpinWait();
            log.append('a');
            stage = 2 * i + 1;
        }
        other.join();
        System.out.println(log + " " + stage);
    }
}

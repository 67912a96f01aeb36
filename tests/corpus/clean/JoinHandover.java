// One counter, three owners one after the other: each is joined before the next one starts.
public class JoinHandover {
    static int value;

    static void step() {
        value = value * 2 + 1;
    }

    public static void main(String[] args) throws Exception {
        value = 1;
        Thread a = new Thread(JoinHandover::step);
        a.start();
        a.join();
        value++;
        Thread b = new Thread(JoinHandover::step);
        b.start();
        b.join();
        System.out.println(value);
    }
}

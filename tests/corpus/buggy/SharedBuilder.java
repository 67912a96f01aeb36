// One StringBuilder, two writers.
// expect race java.lang.StringBuilder @first @second
public class SharedBuilder {
    static final StringBuilder text = new StringBuilder();

    static void first() {
        text.append('a'); // @first
    }

    static void second() {
        text.append('b'); // @second
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(SharedBuilder::first);
        Thread t2 = new Thread(SharedBuilder::second);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(text.length() <= 2);
    }
}

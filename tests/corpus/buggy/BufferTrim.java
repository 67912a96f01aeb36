// A StringBuffer asked for its length and then shortened: another thread may have been faster.
// expect atomicity BufferTrim.trim @delete
import deadheat.Atomic;

public class BufferTrim {
    static final StringBuffer line = new StringBuffer("abc;");

    @Atomic
    static void trim() {
        int n = line.length();
        if (n > 3) {
            line.setLength(n - 1); // @delete
        }
    }

    static void grow() {
        line.append('x');
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(BufferTrim::trim);
        Thread t2 = new Thread(BufferTrim::grow);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(line.length() >= 3);
    }
}

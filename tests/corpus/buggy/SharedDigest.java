// One MessageDigest for all: what two threads feed it is mixed.
// expect race java.security.MessageDigest @update @digest
// expect race java.security.MessageDigest @digest @digest
// allow race java.security.MessageDigest @update @update
import java.security.MessageDigest;

public class SharedDigest {
    static MessageDigest digest;

    static byte[] hash(byte value) {
        digest.update(value); // @update
        return digest.digest(); // @digest
    }

    public static void main(String[] args) throws Exception {
        digest = MessageDigest.getInstance("SHA-256");
        Thread t = new Thread(() -> hash((byte) 1));
        Thread u = new Thread(() -> hash((byte) 2));
        t.start();
        u.start();
        t.join();
        u.join();
    }
}

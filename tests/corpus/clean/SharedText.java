// Strings and other values that compute their hash codes when they are first asked, used by two threads.
import java.math.BigInteger;
import java.util.List;
import java.util.Set;
import java.util.UUID;

public class SharedText {
    static final String TEXT = new String(new char[] {'a', 'b'});
    static final BigInteger NUMBER = new BigInteger("123456789012345678901234567890");
    static final UUID ID = new UUID(1, 2);
    static final List<String> LIST = List.of("x", "y");
    static final Set<String> SET = Set.of("x", "y");

    static int hash() {
        return TEXT.hashCode() + NUMBER.hashCode() + NUMBER.bitLength() + ID.hashCode() + LIST.hashCode() + SET.hashCode();
    }

    public static void main(String[] args) throws InterruptedException {
        int[] hashes = new int[2];
        Thread first = new Thread(() -> hashes[0] = hash());
        Thread second = new Thread(() -> hashes[1] = hash());
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(hashes[0] == hashes[1]);
    }
}

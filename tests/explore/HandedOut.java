// finds: dead heat: byte[0]
/** An array that the library made and returned is the program's: what the library does to it later shows. */
public class HandedOut {
    static byte[] bytes;

    public static void main(String[] args) {
        bytes = "abc".getBytes();
        new Thread(() -> new String(bytes)).start();
        bytes[0] = 'x';
    }
}

// finds: dead heat: char[0]
// finds: uncaught exception: java.lang.RuntimeException: new
/** The array that a string is made from is the program's. */
public class StringOfChars {
    static final char[] chars = {'a'};
    static volatile int signal;

    public static void main(String[] args) {
        new Thread(() -> {
            signal = 1;
            String text = new String(chars);
            if (text.charAt(0) == 'x') {
                throw new RuntimeException("new");
            }
        }).start();
        if (signal == 1) {
            chars[0] = 'x';
        }
    }
}

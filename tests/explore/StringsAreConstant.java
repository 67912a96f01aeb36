/** The content of strings is no one else's, however they are made: nothing is found, and there is little to search. */
public class StringsAreConstant {
    static final String text = new String(new char[] {'a', 'b', 'c'}).concat("d");

    public static void main(String[] args) {
        Runnable use = () -> {
            if (!text.substring(1).equals("bcd") || text.toCharArray().length != 4 || text.hashCode() == 0) {
                throw new AssertionError();
            }
        };
        new Thread(use).start();
        use.run();
    }
}

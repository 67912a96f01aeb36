// Double-checked locking without volatile: the race is on the reference, and what the object holds follows from it.
// finds: dead heat: DoubleCheckedContent.helper
// told: witnessed race 14,20
// told: follows race 19,28
public class DoubleCheckedContent {
    int size;

    static final DoubleCheckedContent spare = new DoubleCheckedContent();
    static final Object lock = new Object();
    static DoubleCheckedContent helper;

    static DoubleCheckedContent get() {
        // First check
        DoubleCheckedContent seen = helper;
        if (seen == null) {
            synchronized (lock) {
                seen = helper;
                if (seen == null) {
                    spare.size = 3;
                    helper = spare;
                }
            }
        }
        return seen == null ? spare : seen;
    }

    static void use() {
        int size = get().size;
    }

    public static void main(String[] args) {
        new Thread(DoubleCheckedContent::use).start();
        use();
    }
}

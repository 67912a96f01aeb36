// finds: dead heat: FinalEscapes$Sub.name
// finds: uncaught exception: java.lang.RuntimeException: too early
/** The superclass hands out the object before the subclass has written its final field. */
public class FinalEscapes {
    static volatile Base last;

    static class Base {
        final int number;

        Base() {
            number = 1;
            last = this;
        }
    }

    static class Sub extends Base {
        final String name;

        Sub() {
            name = "sub";
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            Sub seen = (Sub) last;
            if (seen != null && seen.name == null) {
                throw new RuntimeException("too early");
            }
        }).start();
        new Sub();
    }
}

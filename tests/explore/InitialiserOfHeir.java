// finds: deadlock: class initialisers
// A class whose initialiser makes one of its heirs: whoever initialises the heir first has it locked when it comes to the class.
public class InitialiserOfHeir {
    static class Base {
        static final Base DEFAULT = new Heir();
    }

    static class Heir extends Base {
        static final int MADE = Integer.parseInt("1");
    }

    public static void main(String[] args) throws InterruptedException {
        Thread base = new Thread(() -> System.out.println(Base.DEFAULT != null));
        Thread heir = new Thread(() -> System.out.println(Heir.MADE));
        base.start();
        heir.start();
        base.join();
        heir.join();
    }
}

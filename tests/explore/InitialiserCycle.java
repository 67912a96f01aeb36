// finds: deadlock: while other threads run on: class initialisers
// Two classes that need each other: whoever initialises one first waits for the other's.
public class InitialiserCycle {
    static class Hen {
        static final int EGGS = Egg.HENS + 1;
    }

    static class Egg {
        static final int HENS = Hen.EGGS + 1;
    }

    public static void main(String[] args) {
        new Thread(() -> System.out.println(Hen.EGGS)).start();
        new Thread(() -> System.out.println(Egg.HENS)).start();
    }
}

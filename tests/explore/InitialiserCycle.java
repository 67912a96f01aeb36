// finds: deadlock: class initialisers
// Two classes that need each other: whoever initialises one first waits for the other's.
public class InitialiserCycle {
    static class Hen {
        static final int EGGS = Egg.HENS + 1;
    }

    static class Egg {
        static final int HENS = Hen.EGGS + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread hens = new Thread(() -> System.out.println(Hen.EGGS));
        Thread eggs = new Thread(() -> System.out.println(Egg.HENS));
        hens.start();
        eggs.start();
        hens.join();
        eggs.join();
    }
}

// A synchronized instance method guards a static field: each instance has its own lock.
// expect race InstanceLocks$Teller.total @bump @bump
// allow atomicity InstanceLocks$Teller.bump @bump
public class InstanceLocks {
    static class Teller {
        static int total;

        synchronized void bump() {
            total++; // @bump
        }
    }

    static final Teller one = new Teller();
    static final Teller two = new Teller();

    public static void main(String[] args) throws Exception {
        Teller.total = 0;
        Thread a = new Thread(one::bump);
        Thread b = new Thread(two::bump);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(Teller.total <= 2);
    }
}

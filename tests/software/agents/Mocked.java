import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicInteger;
import org.mockito.Mockito;

/** Mockito's inline mock maker: final classes and methods are mocked by an agent that retransforms them. */
public class Mocked {
    static final class Account {
        private int balance;
        final int deposit(int amount) { return balance += amount; }
        int balance() { return balance; }
    }

    public static void main(String[] args) throws Exception {
        Account real = new Account();
        System.out.println(real.deposit(3) + " " + real.balance());
        Account mock = Mockito.mock(Account.class);
        System.out.println(mock.getClass() == Account.class);
        System.out.println(mock.deposit(5) + " " + mock.balance());
        Mockito.when(mock.deposit(7)).thenReturn(70);
        Mockito.when(mock.balance()).thenReturn(1, 2);
        System.out.println(mock.deposit(7) + " " + mock.deposit(8) + " " + mock.balance() + " " + mock.balance());
        Mockito.verify(mock).deposit(8);
        Account spy = Mockito.spy(real);
        Mockito.doReturn(99).when(spy).balance();
        System.out.println(spy.deposit(1) + " " + spy.balance());
        // Others of the class are what they were.
        System.out.println(real.deposit(4) + " " + real.balance());
        // The library's own.
        StringJoiner text = Mockito.mock(StringJoiner.class);
        Mockito.when(text.length()).thenReturn(42);
        System.out.println(text.length() + " " + new StringJoiner(",").add("abc").length());
        AtomicInteger number = Mockito.mock(AtomicInteger.class);
        Mockito.when(number.incrementAndGet()).thenReturn(7);
        System.out.println(number.incrementAndGet() + " " + new AtomicInteger(1).incrementAndGet());
        // Two threads use what is not mocked of a class that was changed.
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            threads[i] = new Thread(() -> real.deposit(mock.deposit(7)));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(real.balance() > 7);
    }
}

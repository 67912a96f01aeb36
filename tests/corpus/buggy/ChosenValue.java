// What happens depends on a value that a search may choose: for one of three the two threads race.
// allow race ChosenValue.total @add @add
import deadheat.Deadheat;

public class ChosenValue {
    static int total;

    static void work(int kind) {
        if (kind == 2) {
            total++; // @add
        } else {
            synchronized (ChosenValue.class) {
                total++;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        int kind = Deadheat.choose(3);
        Thread a = new Thread(() -> work(kind));
        Thread b = new Thread(() -> work(kind));
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(total <= 2);
    }
}

// One racy field is declared benign, the one beside it is not.
// expect race BenignNeighbour.wrong @wrong @wrong
import deadheat.Benign;

public class BenignNeighbour {
    @Benign("a rough statistic")
    static int rough;
    static int wrong;

    static void work() {
        rough++;
        wrong++; // @wrong
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(BenignNeighbour::work);
        Thread t2 = new Thread(BenignNeighbour::work);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(wrong <= 2);
    }
}

// One field is looked at between ignore marks, as intended; its neighbour was forgotten.
// expect race IgnoreTooNarrow.errors @err @show
import deadheat.Deadheat;

public class IgnoreTooNarrow {
    static int hits;
    static int errors;
    static int copy;

    static void work() {
        Deadheat.ignoreOn();
        hits++;
        Deadheat.ignoreOff();
        errors++; // @err
    }

    static void show() {
        Deadheat.ignoreOn();
        int h = hits;
        Deadheat.ignoreOff();
        copy = h + errors; // @show
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(IgnoreTooNarrow::work);
        Thread t2 = new Thread(IgnoreTooNarrow::show);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(errors);
    }
}

// The unprotected counter, in a symmetric pair of threads.
// expect race PlainCounter.count @inc @inc
public class PlainCounter {
    static int count;

    static void work() {
        for (int i = 0; i < 2; i++) {
            count++; // @inc
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(PlainCounter::work);
        Thread b = new Thread(PlainCounter::work);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(count <= 4);
    }
}

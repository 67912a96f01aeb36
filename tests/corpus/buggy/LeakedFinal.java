// A constructor starts a thread and writes a final field afterwards.
// expect race LeakedFinal.limit @read @write
public class LeakedFinal {
    final int limit;
    final Thread reader;

    LeakedFinal() {
        reader = new Thread(() -> System.out.println(limit()));
        reader.start();
        limit = 3; // @write
    }

    int limit() {
        return limit; // @read
    }

    public static void main(String[] args) throws Exception {
        new LeakedFinal().reader.join();
    }
}

// A third thread stands at the same field: each pair is a race of its own, of its own two threads.
// finds: dead heat: ThirdAtTheField.x
// told: witnessed race 14,18
// told: witnessed race 14,19
// told: witnessed race 15,18
// told: witnessed race 15,19
// told: witnessed race 18,23
// told: witnessed race 19,23
public class ThirdAtTheField {
    static int x;

    public static void main(String[] args) {
        Thread reader = new Thread(() -> {
            int read = x;
            read = x;
        });
        Thread writer = new Thread(() -> {
            x = 1;
            x = 2;
        });
        reader.start();
        writer.start();
        int read = x;
    }
}

// Getters, setters and small virtual methods of one class.
public class Accessors {
    private int value;
    private long total;

    int getValue() {
        return value;
    }

    void setValue(int value) {
        this.value = value;
    }

    void add(int more) {
        total += more;
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 2_500_000;
        Accessors it = new Accessors();
        for (int i = 0; i < rounds; i++) {
            it.setValue(it.getValue() + i);
            it.add(it.getValue() & 0xff);
        }
        System.out.println("accessors checksum " + it.value + " " + it.total);
    }
}

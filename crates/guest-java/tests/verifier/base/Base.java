package base;

/** What the seeds inherit from another package. */
public class Base {
    protected int shield = 1;
    protected static long total;
    public Object open = "open";

    protected Base() {}

    protected Base(int n) {
        shield = n;
    }

    protected int guarded(int n) {
        return n + shield;
    }

    public String named() {
        return "base";
    }
}

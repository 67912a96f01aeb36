// Uncaught RuntimeException thrown from main after some output.
// exit: 1
public class UncaughtSimple {
    static int check(int v) { if (v > 3) throw new IllegalArgumentException("too big: " + v); return v * v; }
    public static void main(String[] args) {
        int s = 0;
        for (int i = 0; i < 10; i++) { s += check(i); System.out.println("i=" + i + " s=" + s); }
        System.out.println("never");
    }
}

// Three threads at one field in one state are three races.
// finds: dead heat: ThreeAtTheField.x
// told: witnessed race 10,11
// told: witnessed race 10,14
// told: witnessed race 11,14
public class ThreeAtTheField {
    static int x;

    public static void main(String[] args) {
        Thread one = new Thread(() -> { x = 1; });
        Thread two = new Thread(() -> { x = 2; });
        one.start();
        two.start();
        x = 3;
    }
}

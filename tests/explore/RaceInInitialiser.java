// What an initialiser does to another class's data is ordered by nothing.
// finds: dead heat: RaceInInitialiser.x
// told: witnessed race 11,20
public class RaceInInitialiser {
    static int x;

    static class Late {
        static int own = 1;

        static {
            x++;
        }
    }

    public static void main(String[] args) {
        Thread user = new Thread(() -> {
            int read = Late.own;
        });
        user.start();
        x = 5;
    }
}

// Doubles in locals, compared and branched on.
public class Mandelbrot {
    public static void main(String[] args) {
        int size = args.length > 0 ? Integer.parseInt(args[0]) : 700;
        int sum = 0;
        for (int y = 0; y < size; y++) {
            for (int x = 0; x < size; x++) {
                double cr = 3.0 * x / size - 2.0;
                double ci = 2.0 * y / size - 1.0;
                double zr = 0;
                double zi = 0;
                int n = 0;
                while (n < 100 && zr * zr + zi * zi <= 4.0) {
                    double t = zr * zr - zi * zi + cr;
                    zi = 2 * zr * zi + ci;
                    zr = t;
                    n++;
                }
                sum += n;
            }
        }
        System.out.println("mandelbrot " + sum);
    }
}

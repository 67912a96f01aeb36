// A ray tracer (Shacham 2004 and Oliveira 2012): each thread traces its lines of the picture; the checksum is added up under a lock of the thread's own.
// expect race RayTracer.checksum @sum @sum
public class RayTracer {
    record Vector(double x, double y, double z) {
        Vector minus(Vector other) {
            return new Vector(x - other.x, y - other.y, z - other.z);
        }

        double dot(Vector other) {
            return x * other.x + y * other.y + z * other.z;
        }

        Vector scaled(double by) {
            return new Vector(x * by, y * by, z * by);
        }

        Vector unit() {
            return scaled(1 / Math.sqrt(dot(this)));
        }
    }

    record Sphere(Vector centre, double radius, int shine) {
        /** How far away a ray meets the sphere; infinitely far if it does not. */
        double meets(Vector from, Vector towards) {
            Vector way = centre.minus(from);
            double along = way.dot(towards);
            double under = along * along - way.dot(way) + radius * radius;
            if (under < 0) {
                return Double.POSITIVE_INFINITY;
            }
            double distance = along - Math.sqrt(under);
            return distance > 1e-9 ? distance : Double.POSITIVE_INFINITY;
        }
    }

    static class Tracer extends Thread {
        private final int number;
        private final int threads;

        Tracer(int number, int threads) {
            this.number = number;
            this.threads = threads;
        }

        @Override
        public void run() {
            long sum = 0;
            for (int line = number; line < HEIGHT; line += threads) {
                for (int column = 0; column < WIDTH; column++) {
                    double x = (column - WIDTH / 2.0) / WIDTH;
                    double y = (line - HEIGHT / 2.0) / HEIGHT;
                    int colour = trace(EYE, new Vector(x, y, 1).unit(), 2);
                    picture[line * WIDTH + column] = colour;
                    sum += colour;
                }
            }
            // The wrong lock: everybody has one.
            synchronized (this) {
                checksum += sum; // @sum
            }
        }

        private int trace(Vector from, Vector towards, int depth) {
            Sphere nearest = null;
            double distance = Double.POSITIVE_INFINITY;
            for (Sphere sphere : SCENE) {
                double here = sphere.meets(from, towards);
                if (here < distance) {
                    distance = here;
                    nearest = sphere;
                }
            }
            if (nearest == null) {
                return 8;
            }
            Vector point = from.minus(towards.scaled(-distance));
            Vector normal = point.minus(nearest.centre()).unit();
            int light = (int) (nearest.shine() * Math.max(0, normal.dot(SUN)));
            if (depth == 0) {
                return light;
            }
            Vector mirrored = towards.minus(normal.scaled(2 * towards.dot(normal)));
            return Math.min(255, light + trace(point, mirrored, depth - 1) / 4);
        }
    }

    static final int WIDTH = 24;
    static final int HEIGHT = 16;
    static final Vector EYE = new Vector(0, 0, -4);
    static final Vector SUN = new Vector(-1, -2, -2).unit();
    static final Sphere[] SCENE = {
        new Sphere(new Vector(0, 0, 1), 1, 200),
        new Sphere(new Vector(1.2, 0.6, 0), 0.5, 150),
        new Sphere(new Vector(-1.1, -0.4, 0.3), 0.6, 120),
    };
    static final int[] picture = new int[WIDTH * HEIGHT];
    static long checksum;

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        Tracer[] tracers = new Tracer[threads];
        for (int i = 0; i < threads; i++) {
            tracers[i] = new Tracer(i, threads);
            tracers[i].start();
        }
        for (Tracer tracer : tracers) {
            tracer.join();
        }
        System.out.println(checksum);
    }
}

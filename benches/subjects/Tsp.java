// A travelling salesman by branch and bound (Shacham 2004): workers share a queue of partial tours; the length of the best tour is written
// under a lock and read without one.
// expect race Tsp.minimum @bound @better
import java.util.ArrayDeque;
import java.util.Deque;

public class Tsp {
    /** A tour through the first cities. */
    static class Tour {
        final int[] cities;
        final int length;

        Tour(int[] cities, int length) {
            this.cities = cities;
            this.length = length;
        }
    }

    static class Solver extends Thread {
        @Override
        public void run() {
            for (Tour tour = next(); tour != null; tour = next()) {
                int[] cities = new int[CITIES];
                System.arraycopy(tour.cities, 0, cities, 0, tour.cities.length);
                int visited = 0;
                for (int city : tour.cities) {
                    visited |= 1 << city;
                }
                extend(cities, tour.cities.length, visited, tour.length);
            }
        }

        private void extend(int[] cities, int count, int visited, int length) {
            if (length >= minimum) { // @bound
                return;
            }
            int last = cities[count - 1];
            if (count == CITIES) {
                offer(cities, length + distances[last][0]);
                return;
            }
            for (int city = 1; city < CITIES; city++) {
                if ((visited & 1 << city) == 0) {
                    cities[count] = city;
                    extend(cities, count + 1, visited | 1 << city, length + distances[last][city]);
                }
            }
        }
    }

    static final int CITIES = 8;
    static final Object lock = new Object();
    static final int[][] distances = new int[CITIES][CITIES];
    static final Deque<Tour> open = new ArrayDeque<>();
    static int minimum = Integer.MAX_VALUE;
    static int[] best;

    static Tour next() {
        synchronized (open) {
            return open.poll();
        }
    }

    static void offer(int[] cities, int length) {
        synchronized (lock) {
            if (length < minimum) {
                minimum = length; // @better
                best = cities.clone();
            }
        }
    }

    /** Cities at random places, and all tours of three of them. */
    static void prepare() {
        int[] x = new int[CITIES];
        int[] y = new int[CITIES];
        int seed = 11;
        for (int i = 0; i < CITIES; i++) {
            seed = seed * 1103515245 + 12345;
            x[i] = (seed >>> 16) % 100;
            seed = seed * 1103515245 + 12345;
            y[i] = (seed >>> 16) % 100;
        }
        for (int i = 0; i < CITIES; i++) {
            for (int j = 0; j < CITIES; j++) {
                distances[i][j] = (int) Math.round(Math.hypot(x[i] - x[j], y[i] - y[j]));
            }
        }
        for (int second = 1; second < CITIES; second++) {
            for (int third = 1; third < CITIES; third++) {
                if (second != third) {
                    open.add(new Tour(new int[] {0, second, third}, distances[0][second] + distances[second][third]));
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        prepare();
        Solver[] solvers = new Solver[threads];
        for (int i = 0; i < threads; i++) {
            solvers[i] = new Solver();
            solvers[i].start();
        }
        for (Solver solver : solvers) {
            solver.join();
        }
        System.out.println(minimum + " " + java.util.Arrays.toString(best));
    }
}

// An elevator simulation (Shacham 2004): floors and the building have locks; only an elevator that finds nobody at a floor counts the way
// that it made for nothing, and does so without a lock.
// expect race Elevsim.wasted @wasted @wasted
public class Elevsim {
    static class Floor {
        private int waiting;

        synchronized void arrive(int people) {
            waiting += people;
        }

        synchronized int board(int room) {
            int people = Math.min(room, waiting);
            waiting -= people;
            return people;
        }

        synchronized boolean isCalling() {
            return waiting > 0;
        }
    }

    /** People who come to the building. */
    static class Arrivals extends Thread {
        @Override
        public void run() {
            int seed = 5;
            for (int group = 0; group < GROUPS; group++) {
                seed = seed * 1103515245 + 12345;
                int people = 1 + (seed >>> 20) % 4;
                floors[(seed >>> 16) % FLOORS].arrive(people);
                synchronized (building) {
                    arrived += people;
                    building.notifyAll();
                }
            }
            synchronized (building) {
                closed = true;
                building.notifyAll();
            }
        }
    }

    /** Goes to every floor once, then to the nearest one that calls. */
    static class Elevator extends Thread {
        private int at;
        private int travelled;

        @Override
        public void run() {
            try {
                for (int floor = FLOORS - 1; floor > 0; floor--) {
                    serve(floor);
                }
                while (isOpen()) {
                    int goal = nearestCall();
                    if (goal >= 0) {
                        serve(goal);
                    }
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private void serve(int goal) {
            int way = Math.abs(goal - at);
            move(goal);
            int people = floors[goal].board(ROOM);
            if (people == 0) {
                wasted += way; // @wasted
                return;
            }
            move(0);
            synchronized (building) {
                carried += people;
                building.notifyAll();
            }
        }

        private void move(int floor) {
            while (at != floor) {
                at += at < floor ? 1 : -1;
                travelled++;
                synchronized (building) {
                    moves++;
                }
            }
        }

        private int nearestCall() {
            int best = -1;
            for (int floor = 0; floor < FLOORS; floor++) {
                if (floors[floor].isCalling() && (best < 0 || Math.abs(floor - at) < Math.abs(best - at))) {
                    best = floor;
                }
            }
            return best;
        }

        /** Waits for people; false when the last one was carried. */
        private boolean isOpen() throws InterruptedException {
            synchronized (building) {
                while (carried == arrived && !closed) {
                    building.wait();
                }
                return carried < arrived;
            }
        }
    }

    static final int FLOORS = 8;
    static final int GROUPS = 24;
    static final int ROOM = 6;
    static final Object building = new Object();
    static final Floor[] floors = new Floor[FLOORS];
    static int arrived;
    static int carried;
    static int moves;
    static boolean closed;
    static int wasted;

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        for (int i = 0; i < FLOORS; i++) {
            floors[i] = new Floor();
        }
        Arrivals arrivals = new Arrivals();
        arrivals.start();
        Elevator[] elevators = new Elevator[threads];
        for (int i = 0; i < threads; i++) {
            elevators[i] = new Elevator();
            elevators[i].start();
        }
        arrivals.join();
        for (Elevator elevator : elevators) {
            elevator.join();
        }
        System.out.println(carried + " of " + arrived + " people, " + moves + " moves, " + wasted + " for nothing");
    }
}

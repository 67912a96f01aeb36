// Passengers set requests under the lock; the lift looks at the topmost request without it
// (the idea of the subject Elevsim of Shacham 2004).
// expect race Elevator.top @look @press
public class Elevator {
    static final Object panel = new Object();
    static int top;
    static int floor;

    static void press(int f) {
        synchronized (panel) {
            top = Math.max(top, f); // @press
        }
    }

    static void run() {
        for (int i = 0; i < 3; i++) {
            if (floor < top) { // @look
                floor++;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> press(2));
        Thread t2 = new Thread(() -> press(3));
        Thread t3 = new Thread(Elevator::run);
        t1.start();
        t2.start();
        t3.start();
        t1.join();
        t2.join();
        t3.join();
        System.out.println(floor <= 3);
    }
}

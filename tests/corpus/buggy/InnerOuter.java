// Two inner objects, each with its own monitor, change a field of the object around them.
// expect race InnerOuter$House.doors @open @open
// allow atomicity InnerOuter$House$Room.open @open
public class InnerOuter {
    static class House {
        int doors;

        class Room {
            synchronized void open() {
                doors++; // @open
            }
        }
    }

    static final House house = new House();
    static final House.Room hall = house.new Room();
    static final House.Room attic = house.new Room();

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(hall::open);
        Thread t2 = new Thread(attic::open);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(house.doors <= 2);
    }
}

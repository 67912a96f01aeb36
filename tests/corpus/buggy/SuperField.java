// Two subclasses use the field of their superclass: one is synchronized, the other is not.
// expect race SuperField$Base.hits @locked @bare
// allow atomicity SuperField$Locked.hit @locked
public class SuperField {
    static class Base {
        static int hits;
    }

    static class Locked extends Base {
        synchronized void hit() {
            hits++; // @locked
        }
    }

    static class Bare extends Base {
        void hit() {
            hits++; // @bare
        }
    }

    static final Locked locked = new Locked();
    static final Bare bare = new Bare();

    public static void main(String[] args) throws Exception {
        Base.hits = 0;
        Thread a = new Thread(locked::hit);
        Thread b = new Thread(bare::hit);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(Base.hits <= 2);
    }
}

// Initialisation cycles between classes in one thread, superclass order, lazy constants.
public class ClassInitCycle {
    static final StringBuilder log = new StringBuilder();

    static int note(String s, int v) {
        log.append(s).append(' ');
        return v;
    }

    static class A {
        static int x = note("A.x", B.y + 1);
        static int z = note("A.z", 10);
    }

    static class B {
        static int y = note("B.y", A.x + A.z + 1);
    }

    static class Parent {
        static Child child = new Child();
        static int count = note("Parent.count", 5);

        Parent() {
            note("Parent()", 0);
        }
    }

    static class Child extends Parent {
        static int own = note("Child.own", 6);
        int field = count;

        Child() {
            note("Child(" + field + "," + own + ")", 0);
        }
    }

    interface Quiet {
        int CONST = 3;
        int LOUD = note("Quiet.LOUD", 4);
    }

    static class Impl implements Quiet {
        static int i = note("Impl.i", 1);
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            System.out.println(A.x + " " + B.y + " " + A.z);
            System.out.println(Child.own + " " + Parent.count + " " + Parent.child.field);
            System.out.println(Impl.i + " " + Impl.CONST);
            System.out.println(log);
            System.out.println(Impl.LOUD);
        });
        t.start();
        t.join();
        System.out.println(log);
        Object[] array = new Late[3];
        System.out.println("array made " + array.length + " " + Late.class.getSimpleName());
        System.out.println(log.indexOf("Late") < 0);
        array[0] = new Late();
        System.out.println(log.indexOf("Late") > 0);
    }

    static class Late {
        static int v = note("Late.v", 1);
    }
}

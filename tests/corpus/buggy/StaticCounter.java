// Each constructor call counts itself in a static field, from two threads.
// expect race StaticCounter$Node.made @made @made
public class StaticCounter {
    static class Node {
        static int made;

        Node() {
            made++; // @made
        }
    }

    static void build() {
        new Node();
        new Node();
    }

    public static void main(String[] args) throws Exception {
        new Node();
        Thread a = new Thread(StaticCounter::build);
        Thread b = new Thread(StaticCounter::build);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(Node.made <= 5);
    }
}

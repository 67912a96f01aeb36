// Many locks, nested six deep along the branches of a tree, always from the root to a leaf.
public class Nested {
    static final int DEPTH = 6;
    static final int WALKS = 12_000;

    static final class Node {
        final Node[] children;
        int visits;

        Node(int depth) {
            children = depth == 0 ? null : new Node[] {new Node(depth - 1), new Node(depth - 1)};
        }
    }

    static final Node root = new Node(DEPTH);

    static void walk(Node node, int way) {
        synchronized (node) {
            node.visits++;
            if (node.children != null) {
                walk(node.children[way & 1], way >> 1);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            int seed = t + 1;
            threads[t] = new Thread(() -> {
                int x = seed * 7919;
                for (int i = 0; i < WALKS; i++) {
                    x = x * 1103515245 + 12345;
                    walk(root, x >>> 10);
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(root.visits);
    }
}

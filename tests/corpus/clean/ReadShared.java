// After its initialisation a table is only read, by several threads, without locks.
public class ReadShared {
    static class Node {
        final int key;
        final Node next;

        Node(int key, Node next) {
            this.key = key;
            this.next = next;
        }
    }

    static Node head;
    static final int[] result = new int[3];

    static void walk(int me) {
        int s = 0;
        for (Node n = head; n != null; n = n.next) {
            s = s * 10 + n.key;
        }
        result[me] = s;
    }

    public static void main(String[] args) throws Exception {
        for (int i = 3; i > 0; i--) {
            head = new Node(i, head);
        }
        Thread[] t = new Thread[3];
        for (int i = 0; i < 3; i++) {
            int me = i;
            t[i] = new Thread(() -> walk(me));
            t[i].start();
        }
        for (int i = 0; i < 3; i++) {
            t[i].join();
        }
        System.out.println(result[0] + " " + result[1] + " " + result[2]);
    }
}

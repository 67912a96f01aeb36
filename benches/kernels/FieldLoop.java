// Reads and writes of object fields (int, long, reference) in a tight loop.
public class FieldLoop {
    static final class Node {
        int count;
        long sum;
        Node next;
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 65_000_000;
        Node first = new Node();
        Node node = first;
        for (int i = 1; i < 8; i++) {
            node.next = new Node();
            node = node.next;
        }
        node.next = first;
        for (int i = 0; i < rounds; i++) {
            node = node.next;
            node.count++;
            node.sum += node.count ^ i;
        }
        long checksum = 0;
        for (int i = 0; i < 8; i++) {
            node = node.next;
            checksum = checksum * 31 + node.sum + node.count;
        }
        System.out.println("field checksum " + checksum);
    }
}

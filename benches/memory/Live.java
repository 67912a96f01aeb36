// As many objects as the argument says, with two fields each, which two threads write in turns under one lock, and an array of as many numbers, which both read.
public class Live {
    static final class Pair {
        int left;
        int right;
        Pair next;
    }

    static final Object lock = new Object();
    static Pair first;
    static int[] numbers;

    static void use() {
        synchronized (lock) {
            for (Pair pair = first; pair != null; pair = pair.next) {
                pair.left++;
                pair.right += pair.left;
            }
        }
        int sum = 0;
        for (int number : numbers) {
            sum += number;
        }
        if (sum != 0) {
            throw new AssertionError(sum);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int count = Integer.parseInt(args[0]);
        numbers = new int[count];
        for (int i = 0; i < count; i++) {
            Pair pair = new Pair();
            pair.next = first;
            first = pair;
        }
        Thread other = new Thread(Live::use);
        other.start();
        use();
        other.join();
        System.out.println(first.right);
    }
}

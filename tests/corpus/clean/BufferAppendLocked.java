// The repaired append: the other text is locked from the question for its length to the copy.
public class BufferAppendLocked {
    static class Text {
        final char[] value = new char[16];
        int count;

        synchronized void put(char c) {
            value[count] = c;
            count = count + 1;
        }

        synchronized void truncate() {
            count = 0;
        }

        synchronized int copyTo(char[] target, int at) {
            for (int i = 0; i < count; i++) {
                target[at + i] = value[i];
            }
            return count;
        }

        synchronized void append(Text other) {
            int n = other.copyTo(value, count);
            count = count + n;
        }
    }

    static final Text left = new Text();
    static final Text right = new Text();

    public static void main(String[] args) throws Exception {
        right.put('a');
        right.put('b');
        Thread a = new Thread(() -> left.append(right));
        Thread b = new Thread(() -> right.truncate());
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println((left.count == 0 || left.count == 2) + " " + right.count);
    }
}

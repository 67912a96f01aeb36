// A text appends another one: it asks for the length, then copies that many characters, and the other text may have shrunk
// in between. Free of races, not atomic (after the StringBuffer excerpt in Flanagan 2004).
// expect atomicity BufferAppend$Text.append @copy
public class BufferAppend {
    static class Text {
        final char[] value = new char[16];
        int count;

        synchronized int length() {
            return count;
        }

        synchronized void truncate() {
            count = 0;
        }

        synchronized void put(char c) {
            value[count] = c;
            count = count + 1;
        }

        synchronized void copyTo(int n, char[] target, int at) {
            if (n > count) {
                throw new IndexOutOfBoundsException("text has shrunk");
            }
            for (int i = 0; i < n; i++) {
                target[at + i] = value[i];
            }
        }

        synchronized void append(Text other) {
            int n = other.length();
            other.copyTo(n, value, count); // @copy
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
        System.out.println("length " + (left.length() <= 2));
    }
}

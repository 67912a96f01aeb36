// Old synchronized classes shared by threads: StringBuffer, Vector, Hashtable, Stack, Properties.
import java.util.*;

public class SharedLegacy {
    public static void main(String[] args) throws Exception {
        StringBuffer buffer = new StringBuffer();
        Vector<Integer> vector = new Vector<>();
        Hashtable<Integer, Integer> table = new Hashtable<>();
        Stack<String> stack = new Stack<>();
        Properties props = new Properties();
        Thread[] threads = new Thread[4];
        int[] popped = new int[4];
        for (int t = 0; t < 4; t++) {
            final int id = t;
            threads[t] = new Thread(() -> {
                for (int k = 0; k < 30; k++) {
                    buffer.append((char) ('a' + id)).append("<>");
                    vector.add(id * 30 + k);
                    table.merge(k % 9, 1, Integer::sum);
                    stack.push("s" + k);
                    if (k % 3 == 0) {
                        stack.pop();
                        popped[id]++;
                    }
                    props.setProperty("p" + k % 5, "v" + k % 5);
                }
            });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
        int[] letters = new int[4];
        int angle = 0;
        for (int i = 0; i < buffer.length(); i++) {
            char c = buffer.charAt(i);
            if (c >= 'a') letters[c - 'a']++;
            else angle++;
        }
        System.out.println(buffer.length() + " " + Arrays.toString(letters) + " " + angle);
        Collections.sort(vector);
        System.out.println(vector.size() + " " + vector.firstElement() + " " + vector.lastElement() + " " + vector.elementAt(60));
        System.out.println(new TreeMap<>(table));
        System.out.println("stack " + stack.size() + " popped " + Arrays.toString(popped));
        System.out.println(new TreeMap<>(props) + " " + props.getProperty("none", "default"));
        Enumeration<Integer> e = vector.elements();
        int sum = 0;
        while (e.hasMoreElements()) sum += e.nextElement();
        System.out.println("sum " + sum);
        StringBuffer small = new StringBuffer("abc");
        Thread reverser = new Thread(small::reverse);
        reverser.start();
        reverser.join();
        System.out.println(small.insert(0, 42).deleteCharAt(1) + " " + small.indexOf("b"));
        try {
            table.put(1, null);
        } catch (NullPointerException x) {
            System.out.println("null refused");
        }
    }
}

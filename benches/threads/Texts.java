// Threads that build texts of their own and put only the finished ones into a shared list.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class Texts {
    static final int TEXTS = 3_000;
    static final List<String> finished = Collections.synchronizedList(new ArrayList<>());

    static void build(String name) {
        for (int i = 0; i < TEXTS; i++) {
            StringBuilder text = new StringBuilder();
            for (int word = 0; word < 12; word++) {
                text.append(name).append(' ').append(i).append(':').append(word).append('\n');
            }
            finished.add(text.toString());
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            String name = "thread " + t;
            threads[t] = new Thread(() -> build(name));
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        long length = 0;
        for (String text : finished) {
            length += text.length();
        }
        System.out.println(length);
    }
}

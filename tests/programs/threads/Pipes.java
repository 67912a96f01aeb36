// PipedInputStream/OutputStream and PipedReader/Writer between threads.
import java.io.*;
import java.nio.charset.StandardCharsets;

public class Pipes {
    public static void main(String[] args) throws Exception {
        PipedOutputStream out = new PipedOutputStream();
        PipedInputStream in = new PipedInputStream(out, 16);
        Thread writer = new Thread(() -> {
            try (out) {
                for (int i = 0; i < 40; i++) {
                    out.write(("line " + i + "\n").getBytes(StandardCharsets.UTF_8));
                }
            } catch (IOException e) {
                System.out.println("writer " + e.getMessage());
            }
        });
        writer.start();
        BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        int lines = 0;
        int chars = 0;
        String last = null;
        for (String line; (line = reader.readLine()) != null; ) {
            lines++;
            chars += line.length();
            last = line;
        }
        writer.join();
        System.out.println(lines + " lines " + chars + " chars, last " + last + ", at end " + in.read());

        PipedWriter upper = new PipedWriter();
        PipedReader lower = new PipedReader(upper, 4);
        StringBuilder got = new StringBuilder();
        Thread consumer = new Thread(() -> {
            try {
                for (int c; (c = lower.read()) >= 0; ) got.append(Character.toUpperCase((char) c));
            } catch (IOException e) {
                got.append(e.getMessage());
            }
        });
        consumer.start();
        upper.write("through a small pipe");
        upper.close();
        consumer.join();
        System.out.println(got);

        DataOutputStream data = new DataOutputStream(new PipedOutputStream());
        try {
            data.writeInt(1);
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        try {
            new PipedInputStream().read();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        try {
            new PipedInputStream(out);
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        in.close();
        try {
            in.read();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
    }
}

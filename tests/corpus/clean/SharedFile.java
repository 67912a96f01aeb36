// A file channel used by two threads: what it does under its locks is not one block, and is meant so.
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

public class SharedFile {
    static void read(FileChannel channel, int[] total, int at) {
        ByteBuffer buffer = ByteBuffer.allocate(2);
        try {
            while (channel.read(buffer) >= 0) {
                total[at] += buffer.position();
                buffer.clear();
            }
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("shared", ".txt");
        Files.writeString(file, "abcdefgh");
        int[] total = new int[2];
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            Thread first = new Thread(() -> read(channel, total, 0));
            Thread second = new Thread(() -> read(channel, total, 1));
            first.start();
            second.start();
            first.join();
            second.join();
        }
        System.out.println(total[0] + total[1]);
    }
}

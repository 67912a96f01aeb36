// finds: dead heat: byte[1]
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;

/** A native that is handed a buffer of the program's reads all of it. */
public class BufferOfStream {
    static final byte[] buffer = {'a', 'b', '\n'};

    public static void main(String[] args) {
        new Thread(() -> {
            try {
                new FileOutputStream(FileDescriptor.out).write(buffer);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }).start();
        buffer[1] = 'c';
    }
}

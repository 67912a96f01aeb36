// Apache commons-io: streams, files in the overlay, filters.
// jars: commons-io.jar
import java.io.*;
import java.nio.charset.StandardCharsets;
import org.apache.commons.io.*;
import org.apache.commons.io.filefilter.*;
import org.apache.commons.io.input.*;
import org.apache.commons.io.output.*;

public class UseCommonsIo {
    public static void main(String[] args) throws Exception {
        File folder = new File("/tmp/commons-io-test-" + ProcessHandle.current().pid());
        FileUtils.forceMkdir(folder);
        FileUtils.writeStringToFile(new File(folder, "a.txt"), "one\ntwo\n", StandardCharsets.UTF_8);
        FileUtils.writeLines(new File(folder, "b.log"), java.util.List.of("x", "y"));
        System.out.println(FileUtils.readLines(new File(folder, "a.txt"), StandardCharsets.UTF_8) + " " + FileUtils.sizeOfDirectory(folder));
        System.out.println(java.util.Arrays.toString(folder.list(new SuffixFileFilter(".log"))) + " " + FilenameUtils.getExtension("x/y.tar.gz"));
        FileUtils.deleteDirectory(folder);
        System.out.println(folder.exists());
        CountingInputStream counted = new CountingInputStream(new TeeInputStream(IOUtils.toInputStream("hello", "UTF-8"), NullOutputStream.NULL_OUTPUT_STREAM));
        System.out.println(IOUtils.toString(counted, StandardCharsets.UTF_8) + " " + counted.getByteCount() + " " + FileUtils.byteCountToDisplaySize(5_000_000));
    }
}

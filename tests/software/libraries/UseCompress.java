// Apache commons-compress: tar, zip, bzip2, LZ4 and back, in memory.
// jars: commons-compress.jar
import java.io.*;
import org.apache.commons.compress.archivers.tar.*;
import org.apache.commons.compress.archivers.zip.*;
import org.apache.commons.compress.compressors.*;
import org.apache.commons.compress.utils.IOUtils;

public class UseCompress {
    public static void main(String[] args) throws Exception {
        byte[] data = "all work and no play ".repeat(50).getBytes();
        ByteArrayOutputStream tar = new ByteArrayOutputStream();
        try (TarArchiveOutputStream out = new TarArchiveOutputStream(tar)) {
            TarArchiveEntry entry = new TarArchiveEntry("dir/file");
            entry.setSize(data.length);
            out.putArchiveEntry(entry);
            out.write(data);
            out.closeArchiveEntry();
        }
        try (TarArchiveInputStream in = new TarArchiveInputStream(new ByteArrayInputStream(tar.toByteArray()))) {
            TarArchiveEntry entry = in.getNextTarEntry();
            System.out.println(entry.getName() + " " + entry.getSize() + " " + IOUtils.toByteArray(in).length);
        }
        for (String kind : new String[] {CompressorStreamFactory.BZIP2, CompressorStreamFactory.LZ4_FRAMED, CompressorStreamFactory.SNAPPY_FRAMED}) {
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (OutputStream out = new CompressorStreamFactory().createCompressorOutputStream(kind, packed)) {
                out.write(data);
            }
            InputStream in = new CompressorStreamFactory().createCompressorInputStream(kind, new ByteArrayInputStream(packed.toByteArray()));
            System.out.println(kind + " " + packed.size() + " " + java.util.Arrays.equals(data, IOUtils.toByteArray(in)));
        }
    }
}

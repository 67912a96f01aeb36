// Channels over memory and temp files: adapters, scatter/gather, transferTo, locks, pipe in one thread.
import java.io.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
public class ChannelsMem {
    static void p(Object o) { System.out.println(o); }
    static ByteBuffer bb(String s) { return ByteBuffer.wrap(s.getBytes(StandardCharsets.UTF_8)); }
    static String str(ByteBuffer b) { b.flip(); String s = StandardCharsets.UTF_8.decode(b).toString(); b.clear(); return s; }
    public static void main(String[] args) throws Exception {
        ReadableByteChannel rc = Channels.newChannel(new ByteArrayInputStream("hello channel world".getBytes()));
        ByteBuffer b = ByteBuffer.allocate(6);
        StringBuilder sb = new StringBuilder();
        int n;
        while ((n = rc.read(b)) != -1) sb.append(n).append('<').append(str(b)).append('>');
        p(sb + " " + rc.isOpen());
        rc.close();
        try { rc.read(b); } catch (ClosedChannelException e) { p(e); }
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        WritableByteChannel wc = Channels.newChannel(bo);
        p(wc.write(bb("abc")) + " " + wc.write(ByteBuffer.allocateDirect(4).put((byte) 65).flip()) + " " + bo);
        Reader r = Channels.newReader(Channels.newChannel(new ByteArrayInputStream("h\u00e9".getBytes(StandardCharsets.UTF_8))),
            StandardCharsets.UTF_8);
        p(r.read() + " " + r.read() + " " + r.read());
        Writer w = Channels.newWriter(wc, StandardCharsets.UTF_16BE);
        w.write("xy");
        w.flush();
        p(bo.size());
        Pipe pipe = Pipe.open();
        pipe.sink().write(bb("through the pipe"));
        pipe.sink().close();
        ByteBuffer pb = ByteBuffer.allocate(64);
        p(pipe.source().read(pb) + " " + str(pb) + " " + pipe.source().read(pb));
        pipe.source().close();
        Path f = Files.createTempFile("chm", ".bin"), g = Files.createTempFile("chm", ".out");
        try (FileChannel c = FileChannel.open(f, StandardOpenOption.READ, StandardOpenOption.WRITE);
            FileChannel d = FileChannel.open(g, StandardOpenOption.WRITE, StandardOpenOption.READ)) {
            p(c.write(new ByteBuffer[]{bb("head"), bb("-"), bb("body")}) + " " + c.position() + " " + c.size());
            ByteBuffer[] in = {ByteBuffer.allocate(4), ByteBuffer.allocate(1), ByteBuffer.allocate(10)};
            p(c.position(0).read(in) + " " + str(in[0]) + "|" + str(in[1]) + "|" + str(in[2]));
            p(c.transferTo(2, 5, d) + " " + d.size() + " " + d.transferFrom(c.position(0), 2, 3) + " " + d.size());
            ByteBuffer all = ByteBuffer.allocate(20);
            d.read(all, 0);
            p(str(all));
            try (FileLock l = c.lock(0, 5, false)) { p(l.isValid() + " " + l.isShared() + l.overlaps(3, 1));
                try { c.tryLock(0, 5, false); } catch (OverlappingFileLockException e) {
                    p("overlap"); } }
            MappedByteBuffer m = c.map(FileChannel.MapMode.READ_ONLY, 0, c.size());
            p(m.get(0) + " " + m.isReadOnly() + m.isDirect() + m.remaining());
            try { m.put(0, (byte) 1); } catch (ReadOnlyBufferException e) { p("ro"); }
            try { c.position(-1); } catch (IllegalArgumentException e) { p("neg position"); }
            p(c.position(100).write(bb("z")) + " " + c.size() + " " + c.truncate(4).position());
            c.force(true);
        } finally { Files.delete(f); Files.delete(g); }
        try (SeekableByteChannel s = Files.newByteChannel(Files.createTempFile("chm", ".s"), StandardOpenOption.WRITE, StandardOpenOption.READ,
            StandardOpenOption.DELETE_ON_CLOSE)) {
            for (int i = 0; i < 100; i++) s.write(ByteBuffer.allocate(8).putLong(0, (long) i * i));
            long t = 0;
            ByteBuffer q = ByteBuffer.allocate(8);
            for (int i = 99; i >= 0; i -= 3) { s.position(i * 8L); q.clear(); s.read(q); t = t * 31 + q.getLong(0); }
            p(t + " " + s.size());
        }
    }
}

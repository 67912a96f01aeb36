// In-memory byte streams: ByteArray, Buffered, Pushback, Sequence, mark/reset, transferTo, skip, read variants.
import java.io.*;
import java.util.*;
public class ByteStreams {
    static void p(Object o) { System.out.println(o); }
    static class Slow extends InputStream { int n = 20; @Override public int read() {
            return n-- > 0 ? n : -1; } @Override public int read(byte[] b, int o, int l) throws IOException {
            return super.read(b, o, Math.min(l, 3)); } }
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream o = new ByteArrayOutputStream(2); for (int i = 0; i < 10; i++) o.write(i * 30);
        o.write(new byte[]{1, 2, 3}, 1, 2); o.writeBytes(new byte[]{9}); p(o.size() + " " + Arrays.toString(o.toByteArray()));
        ByteArrayInputStream in = new ByteArrayInputStream(o.toByteArray(), 2, 8);
        p(in.read() + " " + in.available() + " " + in.markSupported()); in.mark(0);
        byte[] b = new byte[5]; p(in.read(b) + Arrays.toString(b) + in.skip(100) + in.read() + in.read(b));
        in.reset(); p(in.read() + " " + in.readNBytes(3).length + in.readAllBytes().length);
        BufferedInputStream bi = new BufferedInputStream(new Slow(), 4); p(bi.read() + " " + bi.available());
        bi.mark(10); p(bi.read() + " " + bi.read() + bi.read()); bi.reset();
            p(bi.read() + " " + bi.skip(5) + " " + bi.read() + " " + bi.readAllBytes().length);
        try { bi.reset(); } catch (IOException e) { p(e.getMessage()); } bi.close();
        try { bi.read(); } catch (IOException e) { p(e.getMessage()); }
        PushbackInputStream pb = new PushbackInputStream(new ByteArrayInputStream(new byte[]{1, 2, 3}), 2);
        int x = pb.read(); pb.unread(x); pb.unread(99); p(pb.read() + " " + pb.read() + " " + pb.available());
        pb.unread(new byte[]{5, 6}); try { pb.unread(7); } catch (IOException e) {
            p(e.getMessage()); } p(Arrays.toString(pb.readAllBytes()));
        SequenceInputStream sq = new SequenceInputStream(Collections.enumeration(List.of(new ByteArrayInputStream("ab".getBytes()),
            new ByteArrayInputStream(new byte[0]), new ByteArrayInputStream("cd".getBytes()))));
        p(new String(sq.readAllBytes())); ByteArrayOutputStream t = new ByteArrayOutputStream();
        p(new Slow().transferTo(t) + " " + t.size()); BufferedOutputStream bo = new BufferedOutputStream(t, 8);
        for (int i = 0; i < 20; i++) bo.write(i); p(t.size()); bo.write(new byte[50]);
        p(t.size()); bo.flush(); p(t.size()); t.reset(); p(t.size() + t.toString() + "[" + "");
        for (Object[] a : new Object[][]{{-1, 2}, {0, 99}, {3, -1}}) try { new ByteArrayInputStream(new byte[5]).read(new byte[5], (int) a[0],
            (int) a[1]);
            p("ok"); } catch (IndexOutOfBoundsException e) { p(e.getMessage());
                } p(InputStream.nullInputStream().read() + " " + new Slow().skip(7) + new Slow().readNBytes(b, 0, 5) + Arrays.toString(b));
        try { new Slow().skipNBytes(30); } catch (EOFException e) { p(e); } try {
            new Slow().reset(); } catch (IOException e) { p(e.getMessage()); } new FilterOutputStream(t) {
            @Override public void write(int c) throws IOException { super.write(c ^ 0x20);
            } }.write("Hello".getBytes()); p(t.toString("US-ASCII")); new FilterInputStream(new ByteArrayInputStream("x".getBytes())) {
        }.close(); LineNumberReader ln = new LineNumberReader(new StringReader("a\nb\r\nc"));
        while (ln.readLine() != null) System.out.print(ln.getLineNumber()); p("");
        OutputStream nul = OutputStream.nullOutputStream(); nul.write(1); nul.close();
        try { nul.write(1); } catch (IOException e) { p(e.getMessage());
            } p(System.in.read() + " " + System.in.available() + " " + new BufferedReader(new InputStreamReader(System.in)).readLine()
                + new Scanner(System.in).hasNext());
    }
}

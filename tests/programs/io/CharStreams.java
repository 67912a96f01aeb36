// Readers and writers: StringReader/Writer, CharArray, Buffered, Pushback, LineNumber, PrintWriter, InputStreamReader.
// stdin: first line\nsecond 42\nthird
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
public class CharStreams {
    static void p(Object o) { System.out.println(o); }
    public static void main(String[] args) throws Exception {
        StringReader r = new StringReader("hello\nworld"); p((char) r.read() + " " + r.ready() + r.markSupported());
        r.mark(0); char[] c = new char[4]; p(r.read(c) + new String(c) + r.skip(2) + (char) r.read());
        r.reset(); p((char) r.read() + " " + r.read(c, 1, 2) + new String(c)); StringWriter w = new StringWriter();
        w.write("abc"); w.write('d'); w.write("xyz", 1, 1); w.append("CS").append('q').append("12345", 2, 4);
        p(w + " " + w.getBuffer().length()); r.transferTo(w); p(w.toString().replace("\n", "/"));
        BufferedReader b = new BufferedReader(new StringReader("l1\nl2\r\nl3\rl4\n\nlast"), 3);
        String s; while ((s = b.readLine()) != null) System.out.print("[" + s + "]");
        p(""); p(new BufferedReader(new StringReader("x\ny")).lines().toList());
        CharArrayWriter cw = new CharArrayWriter(); cw.write("chars"); CharArrayReader cr = new CharArrayReader(cw.toCharArray(), 1, 3);
        p(cw.size() + "" + (char) cr.read() + (char) cr.read() + (char) cr.read() + cr.read());
        PushbackReader pr = new PushbackReader(new StringReader("12+3"), 2); StringBuilder tok = new StringBuilder();
        int ch; while ((ch = pr.read()) != -1) { if (Character.isDigit(ch)) { int v = 0;
                do { v = v * 10 + ch - '0'; ch = pr.read(); } while (ch != -1 && Character.isDigit(ch));
                if (ch != -1) pr.unread(ch); tok.append("N").append(v); } else tok.append((char) ch);
        } p(tok);
        byte[] u = "h\u00e9\u4e2d\ud83d\ude00".getBytes(StandardCharsets.UTF_8);
        InputStreamReader ir = new InputStreamReader(new ByteArrayInputStream(u), StandardCharsets.UTF_8);
        StringBuilder sb = new StringBuilder(); while ((ch = ir.read()) != -1) sb.append(Integer.toHexString(ch)).append(' ');
        p(sb + ir.getEncoding()); ByteArrayOutputStream bo = new ByteArrayOutputStream();
        try (OutputStreamWriter ow = new OutputStreamWriter(bo, "UTF-16BE")) { ow.write("a\u00e9");
            p(ow.getEncoding() + bo.size()); } p(Arrays.toString(bo.toByteArray()));
        BufferedWriter bw = new BufferedWriter(w = new StringWriter(), 4); bw.write("long text");
        bw.newLine(); p(w.toString().length() + ""); bw.flush(); p(w.toString().length());
        PrintWriter pw = new PrintWriter(w = new StringWriter()); pw.print(1); pw.print('c');
        pw.print(2.5f); pw.print(true); pw.print((Object) null); pw.print(new char[]{'x'});
        pw.println(3L); pw.printf("%05d|%s", 42, "s").format(" %x", 255).append('!');
        pw.println(); pw.write("end", 1, 2); p(w + " " + pw.checkError()); try {
            r.close(); r.read(); } catch (IOException e) { p(e.getMessage()); } try {
            new BufferedReader(new StringReader("")).reset(); } catch (IOException e) {
            p(e.getMessage()); } try { new StringReader("x").mark(-1); } catch (IllegalArgumentException e) {
            p(e.getMessage()); } try { new BufferedReader(new StringReader("x"), 0);
        } catch (IllegalArgumentException e) { p(e.getMessage()); }
        PrintStream ps = new PrintStream(bo = new ByteArrayOutputStream(), true, "UTF-8");
        ps.print("\u00e9"); ps.println(new char[]{'o', 'k'}); ps.write(65); ps.printf(Locale.US, "%,.2f%n", 12345.678);
        ps.append("app"); ps.println(); p(bo.toString("UTF-8") + bo.size() + ps.checkError());
        PrintStream old = System.out; System.setOut(ps); System.out.println("redirected");
        System.setOut(old); p(bo.toString("UTF-8").contains("redirected"));
            PrintStream bad = new PrintStream(new OutputStream() { public void write(int x) throws IOException { throw new IOException("full"); } });
        bad.println("x"); p(bad.checkError()); BufferedReader stdin = new BufferedReader(new InputStreamReader(System.in));
        p(stdin.readLine() + "|" + stdin.readLine().split(" ")[1] + "|" + stdin.readLine() + "|" + stdin.readLine());
        LineNumberReader ln = new LineNumberReader(new StringReader("a\nb\nc"));
        ln.setLineNumber(10); ln.readLine(); ln.read(); ln.read(); p(ln.getLineNumber());
        Writer tee = new FilterWriter(w = new StringWriter()) { @Override public void write(int x) throws IOException {
                super.write(Character.toUpperCase(x)); } }; tee.write('q'); tee.write("rs");
        p(w); p(new StringReader("abc").read(java.nio.CharBuffer.allocate(2)) + " " + Reader.nullReader().read());
    }
}

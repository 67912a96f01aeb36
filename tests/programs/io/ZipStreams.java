// GZIP, Deflater, Inflater, Zip streams in memory: round trips, levels, checksums, errors, entries.
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.zip.*;
public class ZipStreams {
    static void p(Object o) { System.out.println(o); }
    static byte[] gz(byte[] b) throws IOException { ByteArrayOutputStream o = new ByteArrayOutputStream();
        try (GZIPOutputStream g = new GZIPOutputStream(o)) { g.write(b); } return o.toByteArray();
    }
    static byte[] deflate(byte[] b, int level, boolean nowrap) { Deflater d = new Deflater(level, nowrap);
        d.setInput(b); d.finish(); ByteArrayOutputStream o = new ByteArrayOutputStream();
        byte[] buf = new byte[100]; while (!d.finished()) o.write(buf, 0, d.deflate(buf));
        p(d.getTotalIn() + " " + d.getAdler() + " " + (d.getTotalOut() == o.size()));
        d.end(); return o.toByteArray(); }
    static byte[] inflate(byte[] b, boolean nowrap) throws DataFormatException {
        Inflater i = new Inflater(nowrap); i.setInput(b); ByteArrayOutputStream o = new ByteArrayOutputStream();
        byte[] buf = new byte[77]; while (!i.finished()) { int n = i.inflate(buf);
            if (n == 0 && (i.needsInput() || i.needsDictionary())) break; o.write(buf, 0, n);
        } p(i.getRemaining() + " " + i.finished() + i.getTotalOut()); i.end(); return o.toByteArray();
    }
    public static void main(String[] args) throws Exception {
        byte[] text = "the quick brown fox jumps over the lazy dog. ".repeat(50).getBytes(), rnd = new byte[5000], empty = new byte[0];
        new Random(1).nextBytes(rnd);
        for (byte[] in : new byte[][]{text, rnd, empty, new byte[10000]}) { byte[] g = gz(in);
            p((g.length < in.length + 100) + " " + Arrays.equals(in, new GZIPInputStream(new ByteArrayInputStream(g)).readAllBytes()) + (g[0] & 0xff)
                + (g[1] & 0xff));
            for (int l : new int[]{0, 1, 6, 9}) for (boolean nw : new boolean[]{true, false}) p(Arrays.equals(in, inflate(deflate(in, l, nw), nw)));
        }
        try { new GZIPInputStream(new ByteArrayInputStream(new byte[20])); } catch (ZipException e) {
            p(e.getMessage()); } try { new GZIPInputStream(new ByteArrayInputStream(new byte[2]));
        } catch (IOException e) { p(e.getClass().getSimpleName()); } byte[] bad = gz(text); bad[bad.length - 6] ^= 1;
        try { new GZIPInputStream(new ByteArrayInputStream(bad)).readAllBytes();
        } catch (ZipException e) { p(e.getMessage()); } try { new GZIPInputStream(new ByteArrayInputStream(Arrays.copyOf(gz(text),
            40))).readAllBytes();
        } catch (EOFException e) { p(e.getMessage()); } try { Inflater i = new Inflater();
            i.setInput(new byte[]{1, 2, 3, 4}); i.inflate(new byte[10]); } catch (DataFormatException e) {
            p(e.getMessage()); }
        ByteArrayOutputStream zo = new ByteArrayOutputStream(); try (ZipOutputStream z = new ZipOutputStream(zo)) {
            z.setComment("zip comment"); for (String n : new String[]{"a.txt", "dir/", "dir/b\u00e9.bin"}) {
                ZipEntry e = new ZipEntry(n); e.setTime(1_000_000_000_000L); e.setComment("c-" + n);
                e.setExtra(null); z.putNextEntry(e); if (!n.endsWith("/")) z.write(n.endsWith("bin") ? rnd : text);
                z.closeEntry(); } ZipEntry st = new ZipEntry("stored"); st.setMethod(ZipEntry.STORED);
            st.setSize(3); CRC32 c = new CRC32(); c.update("abc".getBytes()); st.setCrc(c.getValue());
            z.putNextEntry(st); z.write("abc".getBytes()); z.closeEntry(); try { z.putNextEntry(new ZipEntry("a.txt"));
            } catch (ZipException e) { p(e.getMessage()); } } ZipInputStream zi = new ZipInputStream(new ByteArrayInputStream(zo.toByteArray()));
        ZipEntry e; while ((e = zi.getNextEntry()) != null) { byte[] b = zi.readAllBytes();
            p(e.getName() + " " + b.length + " " + e.isDirectory() + " " + Arrays.hashCode(b) + " " + e.getMethod() + " " + (e.getCrc() == -1));
            zi.closeEntry(); p(Long.toHexString(e.getCrc()) + " " + e.getSize()); }
        File f = File.createTempFile("zst", ".zip"); try { try (FileOutputStream o = new FileOutputStream(f)) {
                zo.writeTo(o); } try (ZipFile zf = new ZipFile(f)) { p(zf.size() + zf.getComment() + zf.getEntry("nope")
                    + zf.getEntry("a.txt").getSize() + zf.getEntry("a.txt").getComment());
                List<String> ns = new ArrayList<>(); zf.stream().forEach(x -> ns.add(x.getName() + x.getSize()));
                p(ns); p(new String(zf.getInputStream(zf.getEntry("stored")).readAllBytes())
                    + zf.getInputStream(zf.getEntry("dir/b\u00e9.bin")).readAllBytes().length);
            } try (java.util.jar.JarFile jf = new java.util.jar.JarFile(f)) { p(jf.getManifest() + " " + jf.size());
            } } finally { f.delete(); } try { new ZipFile(f); } catch (IOException x) {
            p(x.getClass().getSimpleName()); } java.util.jar.Manifest m = new java.util.jar.Manifest();
        m.getMainAttributes().put(java.util.jar.Attributes.Name.MANIFEST_VERSION, "1.0");
        m.getMainAttributes().put(java.util.jar.Attributes.Name.MAIN_CLASS, "x.Main");
        ByteArrayOutputStream mo = new ByteArrayOutputStream(); m.write(mo); p(mo.toString().replace("\r\n", "~"));
        Deflater d = new Deflater(); d.setDictionary("quick brown fox".getBytes());
        d.setInput("the quick brown fox".getBytes()); d.finish(); byte[] buf = new byte[100];
        int n = d.deflate(buf); Inflater i = new Inflater(); i.setInput(buf, 0, n);
        byte[] out = new byte[50]; p(i.inflate(out) + " " + i.needsDictionary());
        i.setDictionary("quick brown fox".getBytes()); p(new String(out, 0, i.inflate(out)));
        ByteArrayOutputStream io = new ByteArrayOutputStream(); try (InflaterOutputStream ios = new InflaterOutputStream(io)) {
            ios.write(deflate(text, 5, false)); } p(Arrays.equals(io.toByteArray(), text));
        p(Arrays.equals(text, new InflaterInputStream(new DeflaterInputStream(new ByteArrayInputStream(text))).readAllBytes()));
        d.end(); try { d.deflate(buf); } catch (NullPointerException x) { p("ended");
        }
    }
}

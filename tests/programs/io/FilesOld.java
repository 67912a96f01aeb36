// java.io.File in a temp directory: create, list, rename, delete, streams, paths, filters, errors.
import java.io.*;
import java.nio.file.Files;
import java.util.*;
public class FilesOld {
    static void p(Object o) { System.out.println(o); }
    static void wipe(File f) { File[] k = f.listFiles(); if (k != null) for (File x : k) wipe(x); f.delete(); }
    static String[] sorted(String[] a) { if (a != null) Arrays.sort(a); return a; }
    public static void main(String[] args) throws Exception {
        File d = Files.createTempDirectory("fold").toFile();
        try {
            File a = new File(d, "a.txt"), b = new File(d, "b.dat"), sub = new File(d, "sub/inner");
            p(a.exists() + " " + a.createNewFile() + a.createNewFile() + a.length() + a.isFile() + a.isDirectory() + a.canRead() + a.canWrite()
                + sub.mkdir() + sub.mkdirs() + sub.isDirectory());
            try (FileOutputStream o = new FileOutputStream(a)) { o.write("hello\nworld\n".getBytes());
            } try (FileOutputStream o = new FileOutputStream(a, true)) { o.write('!');
            } p(a.length()); try (FileInputStream i = new FileInputStream(a)) { p(i.read() + " " + i.available() + i.skip(4) + (char) i.read()
                + new String(i.readAllBytes()).trim());
            } try (FileWriter w = new FileWriter(b)) { w.write("writer \u00e9\n"); }
            try (FileReader r = new FileReader(b)) { char[] c = new char[50]; int n = r.read(c);
                p(n + new String(c, 0, n).trim()); } try (BufferedReader r = new BufferedReader(new FileReader(a))) {
                String s; int n = 0; while ((s = r.readLine()) != null) p(++n + s); } try (PrintWriter w = new PrintWriter(new File(d, "p.txt"))) {
                w.printf("%d%n", 5); w.println("pw"); } try (Scanner s = new Scanner(new File(d, "p.txt"))) {
                p(s.nextInt() + s.next()); }
            p(Arrays.toString(sorted(d.list())) + Arrays.toString(sorted(d.list((x, n) -> n.endsWith(".txt"))))
                + d.listFiles(File::isDirectory).length + Arrays.toString(a.list()));
            File c = new File(d, "c.txt"); p(a.renameTo(c) + " " + a.exists() + c.exists() + c.length());
            p(b.setReadOnly() + " " + b.setWritable(true) + b.setLastModified(1_000_000_000_000L) + b.lastModified());
            p(new File(d, "sub").delete() + " " + sub.delete() + new File(d, "sub").delete() + new File(d, "none").delete());
            File t = File.createTempFile("pre", ".suf", d); p(t.getName().startsWith("pre") + "" + t.getName().endsWith(".suf") + t.exists());
            try { File.createTempFile("ab", null); } catch (IllegalArgumentException e) {
                p(e.getMessage()); } for (File bad : new File[]{new File(d, "missing"), d}) try {
                new FileInputStream(bad).read(); } catch (IOException e) { p(e.getClass().getSimpleName() + e.getMessage().replace(d.getPath(), "D"));
            } try { new FileOutputStream(new File(d, "no/such/x")); } catch (FileNotFoundException e) {
                p(e.getMessage().replace(d.getPath(), "D")); } try { new File(d, "no/such").createNewFile();
            } catch (IOException e) { p(e.getMessage()); } FileInputStream cl = new FileInputStream(c);
            cl.close(); try { cl.read(); } catch (IOException e) { p(e.getMessage());
            } FileOutputStream fo = new FileOutputStream(b); p(fo.getFD().valid());
            fo.getFD().sync(); fo.close(); byte[] big = new byte[200_000]; for (int i = 0; i < big.length; i++) big[i] = (byte) (i * 13);
            try (BufferedOutputStream o = new BufferedOutputStream(new FileOutputStream(b))) {
                for (byte x : big) o.write(x); } try (BufferedInputStream i = new BufferedInputStream(new FileInputStream(b))) {
                int h = 0, x; while ((x = i.read()) >= 0) h = h * 31 + x; p(h + " " + b.length());
            } try (ObjectOutputStream o = new ObjectOutputStream(new FileOutputStream(b))) {
                o.writeObject(new TreeMap<>(Map.of("k", List.of(1, 2))));
                    } try (ObjectInputStream i = new ObjectInputStream(new FileInputStream(b))) {
                p(i.readObject()); } File f = new File("/a/./b/../c.txt");
                    p(f.getName() + f.getParent() + f.getPath() + f.isAbsolute() + f.getCanonicalPath() + new File("x/y").getParentFile()
                        + new File("rel").isAbsolute() + new File("a", "b").equals(new File("a/b")) + new File("a").compareTo(new File("b"))
                        + new File("a//b/").getPath() + f.toURI() + File.separator + File.pathSeparatorChar + new File("").exists()
                        + f.toPath().getNameCount() + f.hashCode());
            try { new File((String) null); } catch (NullPointerException e) { p("NPE");
            }
        } finally { wipe(d); } p(d.exists());
    }
}

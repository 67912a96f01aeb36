// java.nio.file in a temp directory: write, read, walk, copy, move, attributes, exceptions (names relative only).
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;
import java.util.stream.*;
public class FilesNio {
    static void p(Object o) { System.out.println(o); }
    static Path root;
    interface A { Object go() throws IOException; }
    static void ex(String n, A a) { try { p(n + " " + a.go()); } catch (IOException e) {
            p(n + " " + e.getClass().getSimpleName() + (e instanceof FileSystemException f ? " " + root.relativize(Path.of(f.getFile())) : ""));
        } catch (RuntimeException e) { p(n + " " + e.getClass().getSimpleName());
        } }
    static List<String> tree() throws IOException { try (Stream<Path> s = Files.walk(root)) {
            return s.map(q -> root.relativize(q).toString()).sorted().toList(); } }
    public static void main(String[] args) throws Exception {
        root = Files.createTempDirectory("fnio");
        try {
            Path f = root.resolve("a.txt"); Files.writeString(f, "line1\nline2\n\u00e9\n");
            p(Files.size(f) + " " + Files.readAllLines(f) + Files.readString(f).length() + Files.exists(f) + Files.isDirectory(root)
                + Files.isRegularFile(f) + Files.isReadable(f));
            Files.write(f, List.of("x", "y"), StandardOpenOption.APPEND); p(Files.lines(f).count() + " " + Files.readAllBytes(f).length);
            Files.write(f, new byte[]{65, 66}, StandardOpenOption.TRUNCATE_EXISTING);
            p(Files.readString(f)); Path d = Files.createDirectories(root.resolve("d1/d2/d3"));
            Files.createFile(d.resolve("deep")); Files.copy(f, root.resolve("b.txt"));
            Files.move(root.resolve("b.txt"), root.resolve("d1/c.txt")); p(tree());
            ex("exists", () -> Files.createFile(f)); ex("nofile", () -> Files.readString(root.resolve("nope")));
            ex("copyex", () -> Files.copy(f, root.resolve("d1/c.txt")));
                ex("copyrep", () -> root.relativize(Files.copy(f, root.resolve("d1/c.txt"), StandardCopyOption.REPLACE_EXISTING)));
            ex("notempty", () -> { Files.delete(root.resolve("d1")); return 0; }); ex("delnone", () -> Files.deleteIfExists(root.resolve("zz")));
            ex("mkdir", () -> Files.createDirectory(root.resolve("d1"))); ex("mkdir2", () -> Files.createDirectory(root.resolve("q/r")));
            ex("malformed", () -> { Files.write(f, new byte[]{(byte) 0xff}); return Files.readString(f); });
            ex("notdir", () -> Files.newDirectoryStream(f)); ex("newex", () -> Files.write(f, new byte[1], StandardOpenOption.CREATE_NEW));
            ex("move", () -> root.relativize(Files.move(f, root.resolve("moved.txt"), StandardCopyOption.ATOMIC_MOVE)));
            ex("same", () -> Files.isSameFile(root, root.resolve(".")));
                ex("link", () -> { Path l = Files.createSymbolicLink(root.resolve("ln"), Path.of("moved.txt"));
                    return Files.isSymbolicLink(l) + " " + Files.readSymbolicLink(l) + Files.exists(l) + Files.size(l); });
            try (BufferedWriter w = Files.newBufferedWriter(root.resolve("w.txt"))) {
                for (int i = 0; i < 5; i++) { w.write("row " + i); w.newLine();
                    } } try (BufferedReader r = Files.newBufferedReader(root.resolve("w.txt"))) {
                p(r.lines().map(s -> s.split(" ")[1]).collect(Collectors.joining())); }
            try (DirectoryStream<Path> ds = Files.newDirectoryStream(root, "*.txt")) {
                List<String> l = new ArrayList<>(); for (Path q : ds) l.add(q.getFileName().toString());
                Collections.sort(l); p(l); } try (Stream<Path> s = Files.list(root)) { p(s.map(q -> q.getFileName().toString()).sorted().toList());
            } try (Stream<Path> s = Files.find(root, 5, (q, at) -> at.isRegularFile() && at.size() > 10)) {
                p(s.map(q -> root.relativize(q).toString()).sorted().toList()); } StringBuilder vis = new StringBuilder();
            Files.walkFileTree(root.resolve("d1"), new SimpleFileVisitor<>() { @Override public FileVisitResult preVisitDirectory(Path q,
                BasicFileAttributes a) { vis.append("<").append(q.getFileName()); return FileVisitResult.CONTINUE;
                    } @Override public FileVisitResult postVisitDirectory(Path q, IOException e) { vis.append(">"); return FileVisitResult.CONTINUE;
                        } });
            p(vis); BasicFileAttributes at = Files.readAttributes(root.resolve("w.txt"), BasicFileAttributes.class);
            p(at.size() + " " + at.isDirectory() + at.isRegularFile() + at.isSymbolicLink());
            Files.setLastModifiedTime(root.resolve("w.txt"), FileTime.fromMillis(1_000_000_000_000L));
            p(Files.getLastModifiedTime(root.resolve("w.txt")) + " " + Files.getAttribute(root.resolve("w.txt"), "size"));
            Files.setPosixFilePermissions(root.resolve("w.txt"), PosixFilePermissions.fromString("rw-r-----"));
            p(PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve("w.txt")))
                + Files.mismatch(root.resolve("w.txt"), root.resolve("moved.txt")));
            try (OutputStream o = Files.newOutputStream(root.resolve("bin"))) { for (int i = 0; i < 300; i++) o.write(i);
            } try (InputStream i = Files.newInputStream(root.resolve("bin"))) { p(i.skip(250) + " " + i.read() + i.readAllBytes().length);
            } try (java.nio.channels.FileChannel c = java.nio.channels.FileChannel.open(root.resolve("bin"), StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
                java.nio.ByteBuffer b = java.nio.ByteBuffer.allocate(10); p(c.size() + " " + c.read(b, 100) + b.get(0) + c.position());
                c.position(299).write(java.nio.ByteBuffer.wrap(new byte[]{1, 2, 3})); p(c.size() + " " + c.truncate(50).size());
                java.nio.MappedByteBuffer m = c.map(java.nio.channels.FileChannel.MapMode.READ_WRITE, 0, 20);
                m.put(0, (byte) 77); m.force(); b.clear(); c.read(b, 0); p(b.get(0) + " " + m.capacity());
            } p(Path.of("a/b/../c").normalize() + " " + Path.of("a", "b").resolve("c").getNameCount() + Path.of("/x/y").relativize(Path.of("/x/z/w"))
                + Path.of("a/b.txt").getFileName() + Path.of("a/b").getParent() + Path.of("/").getRoot() + Path.of("a").isAbsolute()
                + Path.of("a/b/c").subpath(1, 3) + Path.of("a/b").startsWith("a") + Path.of("a").resolveSibling("q")
                + Path.of("x").compareTo(Path.of("y")) + Path.of("a//b/").toString() + FileSystems.getDefault().getSeparator()
                + FileSystems.getDefault().getPathMatcher("glob:*.{java,txt}").matches(Path.of("q.txt")));
            try { Path.of("nul\0"); } catch (InvalidPathException e) { p(e.getReason());
            }
        } finally { try (Stream<Path> s = Files.walk(root)) { s.sorted(Comparator.reverseOrder()).forEach(q -> q.toFile().delete());
        } } p(Files.exists(root));
    }
}

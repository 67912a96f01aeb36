// Reading System.in: stdin holds a small word list which is parsed, sorted and counted.
// stdin: pear 3\napple 5\n\nfig x\nkiwi 7
import java.io.*;
import java.util.*;
public class StdinLines {
    record Item(String name, int qty) { }
    static Item parse(String line) {
        String[] f = line.trim().split("\\s+");
        if (f.length != 2) throw new IllegalArgumentException("bad line '" + line + "'");
        return new Item(f[0], Integer.parseInt(f[1]));
    }
    public static void main(String[] args) throws IOException {
        List<Item> items = new ArrayList<>();
        int no = 0;
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in))) {
            String line;
            while ((line = in.readLine()) != null) {
                no++;
                try { items.add(parse(line)); }
                catch (NumberFormatException e) { System.out.println(no + ": " + e.getMessage()); }
                catch (IllegalArgumentException e) { System.out.println(no + ": " + e.getMessage()); }
            }
        }
        items.sort(Comparator.comparing(Item::name));
        items.forEach(System.out::println);
        System.out.printf("%d lines, %d items, total %d%n", no, items.size(), items.stream().mapToInt(Item::qty).sum());
        try { System.in.read(); System.out.println("still open"); } catch (IOException e) { System.out.println(e.getMessage()); }
    }
}

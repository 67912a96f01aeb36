// Reading from an empty System.in through several kinds of readers.
import java.io.*;
import java.util.*;
public class StdinEmpty {
    public static void main(String[] args) throws IOException {
        System.out.println(System.in.read() + " " + System.in.available());
        System.out.println(System.in.read(new byte[10]) + " " + System.in.readAllBytes().length);
        System.out.println(new BufferedReader(new InputStreamReader(System.in)).readLine());
        System.out.println(new DataInputStream(System.in).read());
        Scanner s = new Scanner(System.in);
        System.out.println(s.hasNext() + " " + s.hasNextLine() + " " + s.hasNextInt());
        try { s.nextLine(); } catch (NoSuchElementException e) { System.out.println(e.getMessage()); }
        try { new DataInputStream(System.in).readInt(); } catch (EOFException e) { System.out.println("EOF " + e.getMessage()); }
        System.setIn(new ByteArrayInputStream("replaced 1 2 3\nnext".getBytes()));
        Scanner t = new Scanner(System.in);
        int sum = 0;
        System.out.println(t.next());
        while (t.hasNextInt()) sum += t.nextInt();
        t.nextLine();
        System.out.println(sum + " " + t.nextLine() + " " + t.hasNextLine());
        System.out.println(System.console() == null);
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        PrintStream old = System.err;
        System.setErr(new PrintStream(bo, true));
        System.err.print("captured");
        new Exception("trace").printStackTrace();
        System.setErr(old);
        System.out.println(bo.toString().split("\n")[0] + " " + bo.toString().contains("StdinEmpty.main"));
        System.out.write('r'); System.out.write("aw\n".getBytes()); System.out.flush();
        System.out.println((char[]) new char[]{'c', 'a'}); System.out.print('x');
        System.out.print(1L); System.out.print(1.5f); System.out.print((String) null);
        System.out.println((Object) null);
        System.out.append("app").append('!').append("12345", 1, 3).println();
        System.out.println(System.lineSeparator().length());
    }
}

// Command line arguments: count, content, empty strings absent, numbers, varargs main, sorted copy.
// args: alpha 42 -x --long=opt 3.5 éü a,b,c
import java.util.*;
public class MainArgs {
    static int argc;
    static Map<String, String> opts(String[] a) {
        Map<String, String> m = new LinkedHashMap<>();
        for (String s : a) {
            if (s.startsWith("--")) { int i = s.indexOf('='); m.put(s.substring(2, i < 0 ? s.length() : i), i < 0 ? "" : s.substring(i + 1)); }
            else if (s.startsWith("-")) m.put(s.substring(1), "flag");
            else m.put("arg" + m.size(), s);
        }
        return m;
    }
    public static void main(String... args) {
        argc = args.length;
        System.out.println(argc + " " + Arrays.toString(args));
        System.out.println(opts(args));
        int sum = 0;
        double d = 0;
        for (String s : args) {
            try { sum += Integer.parseInt(s); } catch (NumberFormatException e) { System.out.println(e.getMessage()); }
            try { d += Double.parseDouble(s); } catch (NumberFormatException e) { System.out.println("not double: " + s.length()); }
        }
        System.out.println(sum + " " + d);
        String[] copy = args.clone();
        Arrays.sort(copy);
        System.out.println(String.join("|", copy));
        System.out.println(args.getClass().getName() + " " + (args == copy) + " " + args[0].equals("alpha") + " " + (args[0] == "alpha") + " "
            + (args[0].intern() == "alpha"));
        System.out.println(args[6].split(",").length + " " + args[5].length());
        args[0] = "changed";
        System.out.println(args[0]);
        if (args.length > 0) { main(); System.out.println("recursed"); }
    }
    static void main() { System.out.println("other main " + argc); }
    public static int main(int x) { return x; }
}

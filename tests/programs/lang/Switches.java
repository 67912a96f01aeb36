// tableswitch, lookupswitch, string switch, enum switch, switch expressions with yield, fall-through, nesting.
public class Switches {
    enum Color { RED, GREEN, BLUE { @Override int v() { return 3; } }; int v() { return ordinal(); } }
    static int dense(int x) { switch (x) { case 0: return 10; case 1: case 2: return 12;
            case 3: x += 5; case 4: x += 100; break; case 6: return -6; default: return -1;
        } return x; }
    static String sparse(int x) { switch (x) { case Integer.MIN_VALUE: return "min";
            case -1000: return "-k"; case 0: return "zero"; case 1 << 20: return "meg";
            case Integer.MAX_VALUE: return "max"; default: return "?"; } }
    static int str(String s) { switch (s) { case "Aa": return 1; case "BB": return 2;
            case "": return 3; case "AaBB": return 4; case "BBAa": return 5; case "hello": return 6;
            default: return -s.length(); } }
    static String chr(char c) { switch (c) { case 'a': case 'e': case 'i': case 'o': case 'u': return "vowel";
            case '0': return "zero"; case '\uffff': return "last"; default: return c >= 'a' && c <= 'z' ? "cons" : "other";
        } }
    static int en(Color c) { switch (c) { case RED: return 1; case BLUE: return 7; default: return 0; } }
    static String expr(int d) {
        return switch (d) { case 1, 7 -> "weekend"; case 2, 3, 4, 5, 6 -> { String t = "day" + d;
                yield t + (d == 4 ? "!" : ""); } default -> throw new IllegalArgumentException("bad " + d);
        };
    }
    static int exh(Color c) { return switch (c) { case RED -> 1; case GREEN -> {
                int s = 0; for (int i = 0; i < 5; i++) s += i; yield s; } case BLUE -> c.v() * 100;
        }; }
    static int old(String s) { return switch (s) { case "x": case "y": yield 1; case "z": System.out.print("<z>"); default: yield 2; }; }
    static int nested(int a, String b) {
        int r = switch (a) { case 0 -> switch (b) { case "p" -> 1; case "q" -> 2;
                default -> 3; }; case 1 -> { try { yield Integer.parseInt(b); } catch (NumberFormatException e) {
                    yield -99; } finally { System.out.print("f"); } } default -> b.length();
        };
        return r * 10;
    }
    static int wrap(Integer i) { switch (i) { case 5: return 50; case 6: return 60; } return 0; }
    static int bytes(byte b) { switch (b) { case -128: return 1; case 127: return 2; case 0: return 3; default: return 4; } }
    static int loop(int n) { int s = 0; out: for (int i = 0; i < n; i++) { switch (i % 5) {
                case 0: continue; case 1: s += 1; break; case 2: s += 10; case 3: s += 100;
                break; case 4: if (i > 20) break out; s += 1000; } s++; } return s; }
    static int onlyDefault(int i) { switch (i) { default: return i + 1; } }
    static int stackUse(int i) { return 100 + 3 * switch (i) { case 1 -> 7; default -> { int k = i; while (k > 10) k /= 2; yield k; } } - i; }
    public static void main(String[] args) {
        for (int i = -2; i < 9; i++) System.out.print(dense(i) + " ");
        System.out.println(dense(Integer.MAX_VALUE) + " " + dense(Integer.MIN_VALUE));
        for (int i : new int[]{Integer.MIN_VALUE, -1000, -999, 0, 1, 1 << 20, Integer.MAX_VALUE}) System.out.print(sparse(i) + " ");
        System.out.println();
        for (String s : new String[]{"Aa", "BB", "", "AaBB", "BBAa", "AaAa", "BBBB", "hello", new String("hello"), "Hello"}) System.out.print(str(s)
            + " ");
        System.out.println("Aa".hashCode() == "BB".hashCode());
        for (char c : "az0AZe\uffff".toCharArray()) System.out.print(chr(c) + " ");
        System.out.println();
        for (Color c : Color.values()) System.out.print(en(c) + "/" + exh(c) + "/" + c.v() + " ");
        System.out.println();
        for (int i = 0; i < 9; i++) try { System.out.print(expr(i) + " "); } catch (IllegalArgumentException e) {
            System.out.print(e.getMessage() + " "); }
        System.out.println();
        System.out.println(old("x") + " " + old("y") + " " + old("z") + " " + old("w"));
        System.out.println(nested(0, "p") + " " + nested(0, "q") + " " + nested(0, "r") + " " + nested(1, "42") + " " + nested(1, "zz") + " "
            + nested(2, "four"));
        System.out.println(wrap(5) + " " + wrap(6) + " " + wrap(7) + " " + bytes((byte) -128) + bytes((byte) 127) + bytes((byte) 0)
            + bytes((byte) 9));
        System.out.println(loop(10) + " " + loop(100) + " " + onlyDefault(4) + " " + stackUse(1) + " " + stackUse(50));
        try { en(null); } catch (NullPointerException e) { System.out.println("NPE enum"); }
        try { str(null); } catch (NullPointerException e) { System.out.println("NPE str"); }
        try { wrap(null); } catch (NullPointerException e) { System.out.println("NPE int"); }
    }
}

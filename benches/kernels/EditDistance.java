// Dynamic programming over two texts, with Math.min.
public class EditDistance {
    static int distance(String a, String b) {
        int[] before = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            before[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(before[j] + 1, row[j - 1] + 1), before[j - 1] + change);
            }
            int[] t = before;
            before = row;
            row = t;
        }
        return before[b.length()];
    }

    public static void main(String[] args) {
        int length = args.length > 0 ? Integer.parseInt(args[0]) : 900;
        StringBuilder a = new StringBuilder();
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < length; i++) {
            a.append((char) ('a' + i * 7 % 11));
            b.append((char) ('a' + i * 5 % 13));
        }
        System.out.println("edit distance " + distance(a.toString(), b.toString()));
    }
}

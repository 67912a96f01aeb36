// StringBuilder appends, concatenation, substring, indexOf and hashCode.
public class StringBuilding {
    static int round(int r) {
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            sb.append(i * r).append(',').append((char) ('a' + i % 26)).append(';');
        }
        String text = sb.toString();
        int sum = text.hashCode();
        int from = 0;
        int at;
        while ((at = text.indexOf(';', from)) >= 0) {
            String part = text.substring(from, at);
            String label = part + "/" + part.length();
            sum = sum * 31 + label.hashCode();
            from = at + 1;
        }
        return sum + sb.reverse().toString().hashCode();
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 1000;
        int checksum = 0;
        for (int r = 1; r <= rounds; r++) {
            checksum = checksum * 17 + round(r);
        }
        System.out.println("string checksum " + checksum);
    }
}

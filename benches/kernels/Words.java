// Characters of a text: words found, counted, turned round.
public class Words {
    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 70;
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 1_500; i++) {
            text.append("word").append(i * 31 % 97).append(i % 5 == 0 ? ", " : " ");
        }
        String all = text.toString();
        int sum = 0;
        for (int r = 0; r < rounds; r++) {
            int words = 0;
            boolean inside = false;
            for (int i = 0; i < all.length(); i++) {
                char c = all.charAt(i);
                if (Character.isLetterOrDigit(c)) {
                    sum = sum * 31 + c;
                    if (!inside) {
                        words++;
                        inside = true;
                    }
                } else {
                    inside = false;
                }
            }
            sum += words;
        }
        System.out.println("words checksum " + sum);
    }
}

// Boxed numbers in an ArrayList: add, get, set, iterate.
import java.util.ArrayList;
import java.util.List;

public class Boxing {
    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 20;
        long sum = 0;
        for (int r = 0; r < rounds; r++) {
            List<Integer> list = new ArrayList<>();
            for (int i = 0; i < 20_000; i++) {
                list.add(i ^ r);
            }
            for (int i = 0; i < list.size(); i++) {
                list.set(i, list.get(i) + 1);
            }
            for (Integer value : list) {
                sum += value;
            }
        }
        System.out.println("boxing checksum " + sum);
    }
}

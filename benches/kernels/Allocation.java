// Many objects that live for a moment, and trees that live longer.
public class Allocation {
    static final class Tree {
        final Tree left;
        final Tree right;

        Tree(Tree left, Tree right) {
            this.left = left;
            this.right = right;
        }

        int count() {
            return left == null ? 1 : 1 + left.count() + right.count();
        }
    }

    static Tree build(int depth) {
        return depth == 0 ? new Tree(null, null) : new Tree(build(depth - 1), build(depth - 1));
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 90;
        int sum = 0;
        Tree kept = build(12);
        for (int r = 0; r < rounds; r++) {
            sum += build(14).count();
            for (int i = 0; i < 20_000; i++) {
                int[] pair = {i, r};
                sum += pair[0] ^ pair[1];
            }
        }
        System.out.println("allocation checksum " + sum + " " + kept.count());
    }
}

public class Hello {
    public static void main(String[] args) {
        int times = args.length > 0 ? Integer.parseInt(args[0]) : 1;
        for (int i = 0; i < times; i++) {
            System.out.println("Hello, world");
        }
    }
}

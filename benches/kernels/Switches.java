// A state machine: dense and sparse switches.
public class Switches {
    static int step(int state, int input) {
        switch (state) {
            case 0: return input & 3;
            case 1: return (input >> 2) % 5;
            case 2: return 3;
            case 3: return input > 100 ? 4 : 1;
            case 4: return 5;
            default: return 0;
        }
    }

    static int weight(int input) {
        switch (input & 0x1ff) {
            case 1: return 7;
            case 10: return 11;
            case 100: return 13;
            case 200: return 17;
            case 400: return 19;
            default: return 1;
        }
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 4_500_000;
        int state = 0;
        int input = 1;
        long sum = 0;
        for (int i = 0; i < rounds; i++) {
            input = input * 1103515245 + 12345;
            state = step(state, input >>> 16 & 0xff);
            sum = sum * 31 + state * weight(input >>> 8);
        }
        System.out.println("switch checksum " + sum);
    }
}

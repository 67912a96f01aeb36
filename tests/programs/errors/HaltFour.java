// Runtime.halt(4): no shutdown hooks, no finally blocks.
// exit: 4
public class HaltFour {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook must not run")));
        System.out.println("before halt");
        int[] sq = new int[10];
        for (int i = 0; i < sq.length; i++) { sq[i] = i * i; System.out.println("sq " + i + " = " + sq[i]); }
        System.out.flush();
        try { if (sq[3] == 9) Runtime.getRuntime().halt(4); System.out.println("not here"); }
        catch (Throwable t) { System.out.println("caught " + t); }
        finally { System.out.println("finally must not run"); }
    }
}

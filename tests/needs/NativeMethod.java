// needs: the native method NativeMethod.answer
/** A method in a language that is not run here. */
public class NativeMethod {
    static native int answer();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> System.out.println(answer()));
        other.start();
        other.join();
    }
}

// Uncaught custom Error subclass thrown from a finally block replacing an exception; exit code 1.
// exit: 1
public class ErrorKinds {
    static class Fatal extends Error { Fatal(String m, Throwable c, boolean sup, boolean tr) { super(m, c, sup, tr); } Fatal(String m) { super(m); } }
    static void first() { throw new RuntimeException("replaced"); }
    static void second() { try { first(); } finally { third(); } }
    static void third() { Fatal f = new Fatal("fatal from finally"); f.addSuppressed(new Fatal("no trace", null, false, false)); throw f; }
    public static void main(String[] args) {
        try { second(); } catch (Fatal f) { System.out.println(f.getMessage() + " " + f.getSuppressed().length + " "
            + f.getSuppressed()[0].getStackTrace().length);
        }
        try { throw new Fatal("plain"); } catch (Error e) { System.out.println(e); }
        for (Throwable t : new Throwable[]{new InternalError("ie"), new LinkageError("le"), new AbstractMethodError(), new UnknownError("ue"),
            new VerifyError("ve"), new InstantiationError("inst"), new NoSuchFieldError("nsf")}) System.out.println(t + " "
                + (t instanceof LinkageError) + (t instanceof VirtualMachineError));
        second();
    }
}

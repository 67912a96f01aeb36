package deadheat.test;

import java.util.function.Consumer;

/** A test that was found. */
final class Test {
    private final String type;
    private final String method;
    private final Consumer<Outcome> run;

    Test(String type, String method, Consumer<Outcome> run) {
        this.type = type;
        this.method = method;
        this.run = run;
    }

    /** The class that it is in. */
    String type() {
        return type;
    }

    /** What it is called: {@code a.b.CacheTest#evicts}. */
    String name() {
        return type + "#" + method;
    }

    void run(Outcome outcome) {
        run.accept(outcome);
    }
}

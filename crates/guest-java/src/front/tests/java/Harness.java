package deadheat.test;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The program that a test is to deadheat: it finds all tests with the engines on the class path, and runs the one that is chosen with
 * the engine that found it. The machine's state behind {@link #ready} is the beginning of every test, so all that comes before is
 * done once.
 */
public final class Harness {
    /** What a failure says of itself, and what it has expected and seen, where it tells: the machine reads them. */
    private static String message;
    private static String expected;
    private static String actual;

    private Harness() {}

    public static void main(String[] engines) throws Throwable {
        List<Class<?>> classes = load(candidates());
        List<Test> tests = new ArrayList<>();
        for (String engine : engines) {
            try {
                ((Engine) Class.forName(engine).getDeclaredConstructor().newInstance()).find(classes, tests::add);
            } catch (Throwable failure) {
                problem("", failure.toString());
            }
        }
        tell(tests);
        ready();
        // The machine stops before calls of Java's methods, so what is the test's own is in one.
        run(tests);
    }

    private static void run(List<Test> tests) throws Throwable {
        Outcome outcome = new Outcome();
        tests.get(chosen()).run(outcome);
        Throwable failure = outcome.failure();
        if (failure != null) {
            message = outcome.message();
            expected = outcome.expected();
            actual = outcome.actual();
            failed();
            throw failure;
        }
        if (outcome.skipped() != null) {
            skipped(outcome.skipped());
        } else {
            passed();
        }
    }

    private static List<Class<?>> load(String[] names) {
        List<Class<?>> classes = new ArrayList<>();
        for (String name : names) {
            try {
                Class<?> type = Class.forName(name, false, Harness.class.getClassLoader());
                // What its methods name must be there, too: engines look at all of them.
                type.getDeclaredMethods();
                classes.add(type);
            } catch (LinkageError | ClassNotFoundException failure) {
                problem(name, failure.toString());
            }
        }
        return classes;
    }

    /** Tests that would have the same name are numbered. */
    private static void tell(List<Test> tests) {
        Map<String, Integer> seen = new HashMap<>();
        for (Test test : tests) {
            int number = seen.merge(test.name(), 1, Integer::sum);
            found(number == 1 ? test.name() : test.name() + "~" + number, test.type());
        }
    }

    /** A class of which no tests can be had. */
    static void problem(Class<?> type, Throwable why) {
        problem(type.getName(), why.toString());
    }

    /** Names of the classes in which tests may be. */
    private static native String[] candidates();

    /** There is a test of this name, in this class. */
    private static native void found(String name, String type);

    /** A class, or an engine where there is none, with which something is wrong. */
    private static native void problem(String type, String what);

    /** All tests are told: what follows belongs to the one that is chosen. */
    private static native void ready();

    /** Which test shall be run. */
    private static native int chosen();

    private static native void passed();

    private static native void skipped(String why);

    private static native void failed();
}

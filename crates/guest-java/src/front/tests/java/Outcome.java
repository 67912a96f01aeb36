package deadheat.test;

import java.lang.reflect.Method;

/** How a test ended, as its engine tells. Of several failures the first counts. */
final class Outcome {
    private Throwable failure;
    private String skipped;

    void fail(Throwable why) {
        if (failure == null) {
            failure = why != null ? why : new AssertionError("the engine does not say why");
        }
    }

    void skip(String why) {
        if (skipped == null) {
            skipped = why != null ? why : "";
        }
    }

    Throwable failure() {
        return failure;
    }

    String skipped() {
        return skipped;
    }

    /** As a stack trace begins: some make their message when they are asked for it. */
    String message() {
        try {
            String text = failure.getLocalizedMessage();
            return failure.getClass().getName() + (text != null ? ": " + text : "");
        } catch (RuntimeException fails) {
            return failure.getClass().getName();
        }
    }

    String expected() {
        return part("getExpected");
    }

    String actual() {
        return part("getActual");
    }

    /** Assertions of opentest4j wrap values, those of JUnit 4 have strings; others tell nothing. */
    private String part(String getter) {
        try {
            Method method = failure.getClass().getMethod(getter);
            Object value = method.invoke(failure);
            if (value == null || value instanceof String) {
                return (String) value;
            }
            return (String) value.getClass().getMethod("getStringRepresentation").invoke(value);
        } catch (ReflectiveOperationException | ClassCastException none) {
            return null;
        }
    }
}

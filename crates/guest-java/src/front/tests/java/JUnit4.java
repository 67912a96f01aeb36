package deadheat.test;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.function.Consumer;
import junit.framework.TestCase;
import org.junit.internal.runners.ErrorReportingRunner;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Request;
import org.junit.runner.RunWith;
import org.junit.runner.Runner;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/** JUnit 4, and JUnit 3 by it. */
final class JUnit4 implements Engine {
    @Override
    public void find(List<Class<?>> classes, Consumer<Test> found) {
        for (Class<?> type : classes) {
            try {
                if (hasTests(type)) {
                    Runner runner = Request.aClass(type).getRunner();
                    find(type, runner.getDescription(), runner instanceof ErrorReportingRunner, found);
                }
            } catch (Throwable failure) {
                Harness.problem(type, failure);
            }
        }
    }

    private static boolean hasTests(Class<?> type) {
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
            return false;
        }
        if (type.isAnnotationPresent(RunWith.class) || TestCase.class.isAssignableFrom(type)) {
            return true;
        }
        for (Method method : type.getMethods()) {
            if (method.isAnnotationPresent(org.junit.Test.class)) {
                return true;
            }
        }
        return false;
    }

    /** A class that is no right test is one test of its own, which tells what is wrong with it: it cannot be filtered. */
    private static void find(Class<?> type, Description at, boolean whole, Consumer<Test> found) {
        if (at.isTest()) {
            String method = at.getMethodName() != null ? at.getMethodName() : at.getDisplayName();
            String name = at.getTestClass() != null ? at.getTestClass().getName() : type.getName();
            found.accept(new Test(name, method, outcome -> {
                Request request = Request.aClass(type);
                run(whole ? request : request.filterWith(at), outcome);
            }));
        }
        for (Description child : at.getChildren()) {
            find(type, child, whole, found);
        }
    }

    private static void run(Request request, Outcome outcome) {
        JUnitCore core = new JUnitCore();
        core.addListener(new RunListener() {
            @Override
            public void testFailure(Failure failure) {
                outcome.fail(failure.getException());
            }

            @Override
            public void testAssumptionFailure(Failure failure) {
                outcome.skip(failure.getMessage());
            }

            @Override
            public void testIgnored(Description test) {
                org.junit.Ignore why = test.getAnnotation(org.junit.Ignore.class);
                outcome.skip(why != null ? why.value() : null);
            }
        });
        core.run(request);
    }
}

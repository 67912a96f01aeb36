package deadheat.test;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.testng.ITestListener;
import org.testng.ITestResult;
import org.testng.TestListenerAdapter;
import org.testng.TestNG;
import org.testng.xml.XmlClass;
import org.testng.xml.XmlInclude;
import org.testng.xml.XmlSuite;
import org.testng.xml.XmlTest;

/** TestNG. A method is a test, with all that its data providers give it. */
final class TestNg implements Engine {
    @Override
    public void find(List<Class<?>> classes, Consumer<Test> found) {
        for (Class<?> type : classes) {
            if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
                continue;
            }
            Set<String> names = new LinkedHashSet<>();
            for (Method method : type.getMethods()) {
                if (isTest(type, method)) {
                    names.add(method.getName());
                }
            }
            for (String name : names) {
                found.accept(new Test(type.getName(), name, outcome -> run(type, name, outcome)));
            }
        }
    }

    private static boolean isTest(Class<?> type, Method method) {
        org.testng.annotations.Test own = method.getAnnotation(org.testng.annotations.Test.class);
        if (own != null) {
            return own.enabled();
        }
        org.testng.annotations.Test ofClass = type.getAnnotation(org.testng.annotations.Test.class);
        boolean isOther = method.getAnnotations().length > 0;
        return ofClass != null
                && ofClass.enabled()
                && !isOther
                && !method.isBridge()
                && !Modifier.isStatic(method.getModifiers())
                && method.getReturnType() == void.class
                && method.getDeclaringClass().isAnnotationPresent(org.testng.annotations.Test.class);
    }

    private static void run(Class<?> type, String name, Outcome outcome) {
        Set<String> needed = new LinkedHashSet<>();
        addNeeded(type, name, needed);
        List<XmlInclude> includes = new ArrayList<>();
        for (String one : needed) {
            includes.add(new XmlInclude(one));
        }
        XmlClass chosen = new XmlClass(type);
        chosen.setIncludedMethods(includes);
        XmlSuite suite = new XmlSuite();
        suite.setName("deadheat");
        XmlTest test = new XmlTest(suite);
        test.setName(name);
        test.setXmlClasses(Collections.singletonList(chosen));
        TestListenerAdapter results = new TestListenerAdapter();
        TestNG engine = new TestNG(false);
        engine.setVerbose(0);
        engine.addListener((ITestListener) results);
        engine.setXmlSuites(Collections.singletonList(suite));
        engine.run();
        for (ITestResult failed : results.getConfigurationFailures()) {
            outcome.fail(failed.getThrowable());
        }
        for (ITestResult failed : results.getFailedTests()) {
            outcome.fail(failed.getThrowable());
        }
        for (ITestResult skipped : results.getSkippedTests()) {
            Throwable why = skipped.getThrowable();
            outcome.skip(why != null ? why.getMessage() : null);
        }
    }

    /** A method, and those before it on which it depends. */
    private static void addNeeded(Class<?> type, String name, Set<String> needed) {
        if (!needed.add(name)) {
            return;
        }
        for (Method method : type.getMethods()) {
            org.testng.annotations.Test test = method.getAnnotation(org.testng.annotations.Test.class);
            if (test != null && method.getName().equals(name)) {
                for (String before : test.dependsOnMethods()) {
                    addNeeded(type, before, needed);
                }
            }
        }
    }
}

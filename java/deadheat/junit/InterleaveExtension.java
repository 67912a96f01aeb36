package deadheat.junit;

import java.lang.reflect.Method;
import java.util.Optional;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Checks tests before they are run: what {@link Interleave} asks for. */
public final class InterleaveExtension implements InvocationInterceptor {
    private static final Namespace CHECKS = Namespace.create(InterleaveExtension.class);

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> test, ExtensionContext context)
            throws Throwable {
        check(invocation, test, context);
        invocation.proceed();
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> test, ExtensionContext context)
            throws Throwable {
        check(invocation, test, context);
        invocation.proceed();
    }

    @Override
    public <T> T interceptTestFactoryMethod(
            Invocation<T> invocation, ReflectiveInvocationContext<Method> test, ExtensionContext context)
            throws Throwable {
        check(invocation, test, context);
        return invocation.proceed();
    }

    /** Dynamic tests are a part of the method that makes them, which was checked as a whole. */
    @Override
    public void interceptDynamicTest(
            Invocation<Void> invocation, DynamicTestInvocationContext test, ExtensionContext context) throws Throwable {
        invocation.proceed();
    }

    /** Fails if deadheat has proved something against the test. A method is checked once, whatever the number of its invocations. */
    private static void check(
            Invocation<?> invocation, ReflectiveInvocationContext<Method> test, ExtensionContext context) {
        Optional<String> command = Check.command();
        if (command.isEmpty()) {
            return;
        }
        Class<?> owner = test.getTargetClass();
        Method method = test.getExecutable();
        Optional<Interleave> asked = AnnotationSupport.findAnnotation(method, Interleave.class).or(() -> ofClass(owner));
        if (asked.isEmpty()) {
            return;
        }
        Check.Verdict verdict = context.getRoot()
                .getStore(CHECKS)
                .getOrComputeIfAbsent(
                        owner.getName() + "#" + method.toGenericString(),
                        key -> Check.of(command.get(), owner, method.getName(), asked.get()),
                        Check.Verdict.class);
        if (!verdict.checked) {
            context.publishReportEntry("deadheat", verdict.story);
        } else if (verdict.found) {
            invocation.skip();
            throw new AssertionError(verdict.story);
        }
    }

    /** What a class, or one that it is nested in, asks for. */
    private static Optional<Interleave> ofClass(Class<?> owner) {
        Optional<Interleave> asked = AnnotationSupport.findAnnotation(owner, Interleave.class);
        Class<?> outer = owner.getEnclosingClass();
        return asked.isPresent() || outer == null ? asked : ofClass(outer);
    }
}

package deadheat.test;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.SelectorResolutionResult;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryListener;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The JUnit Platform, with all of its engines: Jupiter, Vintage and others. */
final class Platform implements Engine {
    private final Launcher launcher = LauncherFactory.create();

    @Override
    public void find(List<Class<?>> classes, Consumer<Test> found) {
        List<DiscoverySelector> selectors =
                classes.stream().map(type -> DiscoverySelectors.selectClass(type)).collect(Collectors.toList());
        TestPlan plan = launcher.discover(request(selectors));
        for (TestIdentifier root : plan.getRoots()) {
            find(plan, root, "", found);
        }
    }

    /** A method is a test, also one that is many: whoever gives its arguments is asked when it runs. */
    private void find(TestPlan plan, TestIdentifier at, String type, Consumer<Test> found) {
        Optional<TestSource> source = at.getSource();
        if (source.isPresent() && source.get() instanceof MethodSource) {
            MethodSource method = (MethodSource) source.get();
            // What belongs to no method of the source is known by what it is called: `sum[1]`.
            boolean isOneOfMany = plan.getParent(at).flatMap(TestIdentifier::getSource).equals(source);
            String name = at.isTest() && (isOneOfMany || at.getUniqueId().contains("[engine:junit-vintage]"))
                    ? at.getDisplayName()
                    : method.getMethodName() + parameters(method);
            found.accept(new Test(method.getClassName(), name, outcome -> run(at.getUniqueId(), outcome)));
            return;
        }
        String here = source.isPresent() && source.get() instanceof ClassSource
                ? ((ClassSource) source.get()).getClassName()
                : type;
        if (at.isTest()) {
            found.accept(new Test(here, at.getDisplayName(), outcome -> run(at.getUniqueId(), outcome)));
        }
        for (TestIdentifier child : plan.getChildren(at)) {
            find(plan, child, here, found);
        }
    }

    private static String parameters(MethodSource method) {
        String types = method.getMethodParameterTypes();
        return types == null || types.isEmpty() ? "" : "(" + types + ")";
    }

    private void run(String id, Outcome outcome) {
        LauncherDiscoveryRequest request = request(List.of(DiscoverySelectors.selectUniqueId(id)));
        launcher.execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                switch (result.getStatus()) {
                    case FAILED:
                        outcome.fail(result.getThrowable().orElse(null));
                        break;
                    case ABORTED:
                        outcome.skip(result.getThrowable().map(Throwable::getMessage).orElse(null));
                        break;
                    default:
                }
            }

            @Override
            public void executionSkipped(TestIdentifier test, String reason) {
                outcome.skip(reason);
            }
        });
    }

    /** A class that an engine cannot make tests of costs the others nothing. */
    private static LauncherDiscoveryRequest request(List<DiscoverySelector> selectors) {
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(selectors)
                .configurationParameter("junit.platform.discovery.listener.default", "logging")
                .listeners(new LauncherDiscoveryListener() {
                    @Override
                    public void selectorProcessed(UniqueId engine, DiscoverySelector at, SelectorResolutionResult result) {
                        if (result.getStatus() == SelectorResolutionResult.Status.FAILED
                                && at instanceof org.junit.platform.engine.discovery.ClassSelector) {
                            Class<?> type = ((org.junit.platform.engine.discovery.ClassSelector) at).getJavaClass();
                            Harness.problem(type, result.getThrowable().orElseGet(() -> new Error("no tests can be made of it")));
                        }
                    }
                })
                .build();
    }
}

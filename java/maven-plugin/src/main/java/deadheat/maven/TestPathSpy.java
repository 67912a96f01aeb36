package deadheat.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.inject.Inject;
import org.apache.maven.eventspy.AbstractEventSpy;
import org.apache.maven.execution.ExecutionEvent;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;

/**
 * Writes down, as an extension of Maven's ({@code -Dmaven.ext.class.path}), where the tests of each module are and the class path that they are run
 * with: what {@code deadheat test --maven} asks a build that does not know of deadheat. The form is that of {@code front/builds} in
 * deadheat's own sources.
 */
public final class TestPathSpy extends AbstractEventSpy {
    private final RepositorySystem system;
    /** By module, once its tests are compiled. */
    private final Map<MavenProject, List<String>> paths = new HashMap<>();

    @Inject
    TestPathSpy(RepositorySystem system) {
        this.system = system;
    }

    @Override
    public synchronized void onEvent(Object event) throws Exception {
        String file = System.getProperty("deadheat.modules");
        if (file == null || !(event instanceof ExecutionEvent)) {
            return;
        }
        ExecutionEvent execution = (ExecutionEvent) event;
        MavenProject project = execution.getProject();
        switch (execution.getType()) {
            case MojoSucceeded:
                // Others see fewer of the dependencies.
                if ("test".equals(execution.getMojoExecution().getMojoDescriptor().getDependencyResolutionRequired())) {
                    paths.put(project, TestPath.of(project, system, execution.getSession().getRepositorySession()));
                }
                break;
            case ProjectSucceeded:
                if (paths.containsKey(project)) {
                    write(Path.of(file), project, paths.remove(project));
                }
                break;
            default:
        }
    }

    private static void write(Path file, MavenProject project, List<String> path) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("module " + project.getArtifactId());
        lines.add("folder " + project.getBasedir());
        lines.add("tests " + project.getBuild().getTestOutputDirectory());
        path.forEach(entry -> lines.add("path " + entry));
        Files.write(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}

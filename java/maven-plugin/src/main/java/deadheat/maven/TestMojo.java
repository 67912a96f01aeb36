package deadheat.maven;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;

/** {@code deadheat:test}: the tests of a module, each under many schedules. */
public final class TestMojo extends DeadheatMojo {
    private File testClassesDirectory;
    private List<String> select;
    private String total;
    private File junitXml;

    @Override
    void run() throws MojoExecutionException, MojoFailureException {
        if (!testClassesDirectory.isDirectory()) {
            getLog().info("there are no tests");
            return;
        }
        List<String> options = new ArrayList<>(List.of("--scan", testClassesDirectory.getPath()));
        if (select != null) {
            select.forEach(one -> option(options, "--select", one));
        }
        option(options, "--total", total);
        option(options, "--junit-xml", junitXml);
        try {
            call("test", TestPath.of(project, repositorySystem, repositorySession), options, List.of());
        } catch (DependencyResolutionRequiredException e) {
            throw new MojoExecutionException("the dependencies are not resolved", e);
        }
    }
}

package deadheat.maven;

import java.util.ArrayList;
import java.util.List;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;

/** {@code deadheat:check}: a program of a module, by its main class. */
public final class CheckMojo extends DeadheatMojo {
    private String mainClass;
    private List<String> arguments;

    @Override
    void run() throws MojoExecutionException, MojoFailureException {
        List<String> operands = new ArrayList<>(List.of(mainClass));
        if (arguments != null) {
            operands.addAll(arguments);
        }
        try {
            call("check", project.getRuntimeClasspathElements(), List.of(), operands);
        } catch (DependencyResolutionRequiredException e) {
            throw new MojoExecutionException("the dependencies are not resolved", e);
        }
    }
}

package deadheat.maven;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;

/** What all goals share: options, and a call of the command. The fields are filled as {@code META-INF/maven/plugin.xml} says. */
abstract class DeadheatMojo extends AbstractMojo {
    private static final int FOUND = 1;
    private static final int UNUSABLE = 2;

    MavenProject project;
    RepositorySystem repositorySystem;
    RepositorySystemSession repositorySession;

    private String binary;
    private String budget;
    private File output;
    private String failOn;
    private boolean failOnFindings;
    private boolean skip;
    private List<String> args;

    /** What it does with its command, as a message of the build says it. */
    abstract void run() throws MojoExecutionException, MojoFailureException;

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("deadheat is skipped");
        } else {
            run();
        }
    }

    /** Calls a command, with the options that all have, in the folder of the module. */
    final void call(String command, List<String> path, List<String> options, List<String> operands)
            throws MojoExecutionException, MojoFailureException {
        List<String> line = new ArrayList<>(List.of(binary, command));
        line.addAll(options);
        option(line, "--budget", budget);
        option(line, "--output", output);
        option(line, "--fail-on", failOn);
        line.addAll(args == null ? List.of() : args);
        line.addAll(List.of("-cp", String.join(File.pathSeparator, path)));
        line.addAll(operands);
        getLog().debug(String.join(" ", line));
        judge(exitCode(line));
    }

    static void option(List<String> line, String name, Object value) {
        if (value != null) {
            line.addAll(List.of(name, value.toString()));
        }
    }

    private int exitCode(List<String> line) throws MojoExecutionException {
        ProcessBuilder process = new ProcessBuilder(line).directory(project.getBasedir()).inheritIO();
        // The JDK that runs this build.
        process.environment().putIfAbsent("JAVA_HOME", System.getProperty("java.home"));
        try {
            return process.start().waitFor();
        } catch (IOException e) {
            throw new MojoExecutionException(
                    "cannot start " + binary + ": install deadheat, or say with -Ddeadheat.binary=FILE where it is", e);
        } catch (InterruptedException e) {
            throw new MojoExecutionException("interrupted", e);
        }
    }

    private void judge(int code) throws MojoExecutionException, MojoFailureException {
        if (code == FOUND && failOnFindings) {
            throw new MojoFailureException("deadheat has proved errors, see above"
                    + (output == null ? "" : " and " + new File(output, "report.html")));
        }
        if (code == FOUND) {
            getLog().warn("deadheat has proved errors, see above");
        } else if (code == UNUSABLE) {
            throw new MojoExecutionException("deadheat could not check everything, see above");
        } else if (code != 0) {
            throw new MojoExecutionException("deadheat ended with the exit code " + code);
        }
    }
}

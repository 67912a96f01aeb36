package deadheat.junit;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The command, and what it says of a test. */
final class Check {
    private static final int FOUND = 1;

    private Check() {}

    /** What became of a check. */
    static final class Verdict {
        /** Whether it could be made. */
        final boolean checked;
        /** Whether something was proved. */
        final boolean found;
        /** What the command said. */
        final String story;

        private Verdict(boolean checked, boolean found, String story) {
            this.checked = checked;
            this.found = found;
            this.story = story;
        }
    }

    /** The command, if there is one and this is not its own machine. */
    static Optional<String> command() {
        if ("deadheat".equals(System.getProperty("java.vm.name"))) {
            return Optional.empty();
        }
        String named = System.getProperty("deadheat", System.getenv("DEADHEAT"));
        if (named != null) {
            return Optional.of(named).filter(name -> !name.isEmpty() && !name.equals("off"));
        }
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Arrays.stream(path.split(File.pathSeparator))
                .map(folder -> new File(folder, "deadheat"))
                .filter(file -> file.isFile() && file.canExecute())
                .map(File::getPath)
                .findFirst();
    }

    /** Checks a test. */
    static Verdict of(String command, Class<?> owner, String method, Interleave asked) {
        List<String> line = new ArrayList<>(List.of(command, "test", "--color", "never", "--select", owner.getName() + "#" + method));
        line.addAll(List.of("--budget", asked.budget()));
        folder(owner).ifPresent(folder -> line.addAll(List.of("--scan", folder)));
        line.addAll(List.of(asked.options()));
        line.addAll(List.of("-cp", System.getProperty("java.class.path")));
        ProcessBuilder process = new ProcessBuilder(line).redirectErrorStream(true);
        // The JDK that runs this test.
        process.environment().put("JAVA_HOME", System.getProperty("java.home"));
        try {
            Process started = process.start();
            started.getOutputStream().close();
            String said = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = started.waitFor();
            return code == 0 || code == FOUND
                    ? new Verdict(true, code == FOUND, "deadheat: " + said.strip())
                    : new Verdict(false, false, "not checked: " + said.strip());
        } catch (IOException e) {
            return new Verdict(false, false, "not checked: cannot start " + command + ": " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Verdict(false, false, "not checked: interrupted");
        }
    }

    /** The folder or jar of a class, so that tests need not be looked for anywhere else. */
    private static Optional<String> folder(Class<?> owner) {
        CodeSource source = owner.getProtectionDomain().getCodeSource();
        try {
            return source == null ? Optional.empty() : Optional.of(new File(source.getLocation().toURI()).getPath());
        } catch (URISyntaxException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}

package deadheat.maven;

import java.io.File;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;

/** The class path that Surefire runs the tests of a module with. */
final class TestPath {
    private static final String PLATFORM = "org.junit.platform:junit-platform-commons";
    private static final String LAUNCHER = "org.junit.platform:junit-platform-launcher";
    private static final String JUPITER = "org.junit.jupiter:junit-jupiter-api";
    private static final String JUPITER_ENGINE = "org.junit.jupiter:junit-jupiter-engine";

    private TestPath() {}

    /** Its folders and jars, in order. The dependencies of the module must be resolved. */
    static List<String> of(MavenProject project, RepositorySystem system, RepositorySystemSession session)
            throws DependencyResolutionRequiredException {
        Map<String, String> versions = new HashMap<>();
        for (Artifact artifact : project.getArtifacts()) {
            versions.put(artifact.getGroupId() + ":" + artifact.getArtifactId(), artifact.getBaseVersion());
        }
        List<String> path = new ArrayList<>(project.getTestClasspathElements());
        // What Surefire adds by itself where a module only names the annotations.
        Map<String, String> missing = new LinkedHashMap<>();
        if (versions.containsKey(PLATFORM) && !versions.containsKey(LAUNCHER)) {
            missing.put(LAUNCHER, versions.get(PLATFORM));
        }
        if (versions.containsKey(JUPITER) && !versions.containsKey(JUPITER_ENGINE)) {
            missing.put(JUPITER_ENGINE, versions.get(JUPITER));
        }
        if (!missing.isEmpty()) {
            CollectRequest request = new CollectRequest().setRepositories(project.getRemoteProjectRepositories());
            missing.forEach((name, version) -> request.addDependency(runtime(name, version)));
            add(request, versions, path, system, session);
        }
        return path;
    }

    private static Dependency runtime(String name, String version) {
        String[] parts = name.split(":");
        return new Dependency(new DefaultArtifact(parts[0], parts[1], "jar", version), "runtime");
    }

    private static void add(
            CollectRequest request,
            Map<String, String> known,
            List<String> path,
            RepositorySystem system,
            RepositorySystemSession session) {
        try {
            DependencyRequest wanted = new DependencyRequest(request, null);
            for (ArtifactResult result : system.resolveDependencies(session, wanted).getArtifactResults()) {
                String name = result.getArtifact().getGroupId() + ":" + result.getArtifact().getArtifactId();
                File file = result.getArtifact().getFile();
                if (file != null && !known.containsKey(name)) {
                    path.add(file.getPath());
                }
            }
        } catch (DependencyResolutionException e) {
            // Deadheat says what is missing, and in which version.
        }
    }
}

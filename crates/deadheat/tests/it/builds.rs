//! Build tools: `deadheat test --maven` and `--gradle`, the Maven plugin and the Gradle script, with Debian's Maven and Gradle and no network.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use deadheat_testing::java::java_home;
use deadheat_testing::{repository, skip};
use tempfile::TempDir;

const DEADHEAT: &str = env!("CARGO_BIN_EXE_deadheat");

/// The build tools that `scripts/jars.sh` has put beside the jars.
struct Tools {
    share: PathBuf,
    /// As Maven has it.
    repository: PathBuf,
}

fn tools() -> Option<Tools> {
    let jars = std::env::var_os("DEADHEAT_JARS").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let share = jars.as_deref().and_then(Path::parent).map(Path::to_owned);
    let repository = share.as_deref().and_then(|share| Some(share.ancestors().nth(2)?.join("repository")));
    match (share, repository) {
        (Some(share), Some(repository)) if repository.is_dir() => Some(Tools { share, repository }),
        _ => {
            skip("builds with Maven and Gradle", "`make test` fetches the build tools beside DEADHEAT_JARS");
            None
        }
    }
}

impl Tools {
    /// A command that finds the build tools, in a folder.
    fn command(&self, program: &str, folder: &Path) -> Command {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let bins = [self.share.join("maven/bin"), self.share.join("gradle/bin")];
        let path = std::env::join_paths(bins.into_iter().chain(std::env::split_paths(&path))).unwrap();
        let mut command = Command::new(program);
        command.current_dir(folder).env("PATH", path).env("JAVA_HOME", java_home());
        // These runs are short: most of their time would be the compiler's.
        let quick = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";
        command.env("MAVEN_OPTS", quick).env("GRADLE_OPTS", quick);
        command
    }

    /// A repository for Maven to write to: all that is there, and what is installed besides.
    fn own_repository(&self) -> TempDir {
        let own = tempfile::tempdir().unwrap();
        for group in fs::read_dir(&self.repository).unwrap() {
            let group = group.unwrap();
            std::os::unix::fs::symlink(group.path(), own.path().join(group.file_name())).unwrap();
        }
        own
    }
}

fn local(repository: &Path) -> String {
    format!("-Dmaven.repo.local={}", repository.display())
}

fn text(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!("{}{}", text(&output.stdout), text(&output.stderr))
}

/// Runs a command to this exit code, and gives what it says.
#[track_caller]
fn run(command: &mut Command, code: i32) -> String {
    let done = command.output().unwrap();
    let said = text(&done);
    assert_eq!(done.status.code(), Some(code), "{command:?}: {said}");
    said
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        // What a user has built in the example is none of its sources.
        if entry.path().is_dir() && !matches!(entry.file_name().to_str(), Some("target" | "build" | ".gradle")) {
            copy(&entry.path(), &to);
        } else if entry.path().is_file() {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// What is said of the tests of both examples.
#[track_caller]
fn is_example(said: &str) {
    assert!(said.contains("test example.CounterTest#atomic ... passed under all schedules"), "{said}");
    assert!(said.contains("test example.CounterTest#plain ... FAILS under some schedules"), "{said}");
    assert!(said.contains("How it happens"), "{said}");
}

/// A module that depends on another one, and whose test reads a file in its own folder.
const READER: &str = r#"<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <parent><groupId>example</groupId><artifactId>all</artifactId><version>1</version></parent><artifactId>reader</artifactId>
  <build><testOutputDirectory>${project.build.directory}/elsewhere</testOutputDirectory></build>
  <dependencies>
    <dependency><groupId>example</groupId><artifactId>counter</artifactId><version>1</version></dependency>
    <dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter-api</artifactId><version>5.9.2</version><scope>test</scope></dependency>
  </dependencies></project>"#;
const READER_TEST: &str = r#"import java.nio.file.*; import org.junit.jupiter.api.*;
class ReaderTest { @Test void reads() throws Exception {
  Assertions.assertEquals("here", Files.readString(Path.of("data.txt")));
  Assertions.assertEquals(0, new example.Counter().plain()); } }"#;
const EMPTY: &str = r#"<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <parent><groupId>example</groupId><artifactId>all</artifactId><version>1</version></parent><artifactId>empty</artifactId></project>"#;
const ALL: &str = r#"<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <groupId>example</groupId><artifactId>all</artifactId><version>1</version><packaging>pom</packaging>
  <properties><maven.compiler.release>17</maven.compiler.release></properties>
  <modules><module>counter</module><module>reader</module><module>empty</module></modules></project>"#;

/// Each module's tests are checked with its own class path, in its own folder; what is written is in a folder of its name.
#[test]
fn maven_is_asked_for_the_class_path() {
    let Some(tools) = tools() else { return };
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    copy(&repository("examples/maven"), &at("counter"));
    for (name, content) in [
        ("pom.xml", ALL),
        ("reader/pom.xml", READER),
        ("reader/data.txt", "here"),
        ("reader/src/test/java/ReaderTest.java", READER_TEST),
        ("empty/pom.xml", EMPTY),
    ] {
        fs::create_dir_all(at(name).parent().unwrap()).unwrap();
        fs::write(at(name), content).unwrap();
    }
    let results = tempfile::tempdir().unwrap();
    let own = tools.own_repository();
    let mut command = tools.command(DEADHEAT, results.path());
    command.args(["test", "--maven", "--build-arg=--offline", "--build-arg"]).arg(local(own.path()));
    command.args(["--output", "out", "--junit-xml", "out/tests.xml", "--project"]).arg(folder.path());
    let said = run(&mut command, 1);
    is_example(&said);
    assert!(
        said.contains("module counter") && said.contains("module reader") && !said.contains("module empty"),
        "{said}"
    );
    assert!(said.contains("test ReaderTest#reads ... passed under all schedules"), "{said}");
    assert!(!said.contains("module reader\ntest example"), "{said}");
    for file in ["out/counter/report.sarif", "out/counter/tests.xml", "out/reader/result.json", "out/reader/tests.xml"]
    {
        assert!(results.path().join(file).is_file(), "{file}: {said}");
    }
}

/// The plugin is built by Maven itself, and then called by the example.
#[test]
fn the_maven_plugin_checks_the_example() {
    let Some(tools) = tools() else { return };
    let (folder, own) = (tempfile::tempdir().unwrap(), tools.own_repository());
    let (plugin, example) = (folder.path().join("plugin"), folder.path().join("example"));
    copy(&repository("java/maven-plugin"), &plugin);
    copy(&repository("examples/maven"), &example);
    let local = local(own.path());
    run(tools.command("mvn", &plugin).args(["--offline", "--quiet", &local, "install"]), 0);
    let maven = |arguments: &[&str], code| {
        let mut mvn = tools.command("mvn", &example);
        mvn.args(["--offline", "--batch-mode", &local]).arg(format!("-Ddeadheat.binary={DEADHEAT}"));
        run(mvn.args(arguments), code)
    };
    let failed = maven(&["deadheat:test"], 1);
    is_example(&failed);
    assert!(failed.contains("deadheat has proved errors, see above") && failed.contains("BUILD FAILURE"), "{failed}");
    for file in ["tests.xml", "report.sarif"] {
        assert!(example.join("target/deadheat").join(file).is_file(), "{file}: {failed}");
    }
    // Options reach the command, and the build may go on; programs are checked, too.
    fs::write(example.join("src/main/java/example/Main.java"), MAIN).unwrap();
    let passed = maven(
        &[
            "deadheat:test",
            "deadheat:check",
            "-Ddeadheat.mainClass=example.Main",
            "-Ddeadheat.failOnFindings=false",
            "-Ddeadheat.select=*#plain",
            "-Ddeadheat.budget=4",
            "-Ddeadheat.args=--seed,7",
        ],
        0,
    );
    assert!(passed.contains("CounterTest#plain ... FAILS") && !passed.contains("CounterTest#atomic"), "{passed}");
    assert!(passed.contains("data race on example.Main.shared") && passed.contains("BUILD SUCCESS"), "{passed}");
}

const MAIN: &str = "package example; public class Main { static int shared; public static void main(String[] a) throws Exception { \
    Thread other = new Thread(() -> shared = 1); other.start(); shared = 2; other.join(); } }";

/// The script is applied by the example; the other way round, it is applied for the build by `--gradle`.
#[test]
fn gradle_checks_the_example() {
    let Some(tools) = tools() else { return };
    let (folder, home) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let example = folder.path().join("examples/gradle");
    copy(&repository("examples/gradle"), &example);
    copy(&repository("java/gradle"), &folder.path().join("java/gradle"));
    let offline = folder.path().join("offline.gradle");
    let script = format!("allprojects {{ repositories {{ maven {{ url '{}' }} }} }}", tools.repository.display());
    fs::write(&offline, script).unwrap();
    // The repositories of the build itself are out of reach.
    let build = example.join("build.gradle");
    let text = fs::read_to_string(&build).unwrap();
    assert!(text.contains("mavenCentral()"), "{text}");
    fs::write(&build, text.replace("mavenCentral()", "")).unwrap();
    let offline = offline.to_str().unwrap();
    let mut gradle = tools.command("gradle", &example);
    gradle.env("GRADLE_USER_HOME", home.path()).args(["--offline", "--no-daemon", "-I", offline, "deadheatTest"]);
    let failed = run(gradle.arg(format!("-Pdeadheat.binary={DEADHEAT}")), 1);
    is_example(&failed);
    assert!(failed.contains("deadheat has proved errors, see above and"), "{failed}");
    assert!(example.join("build/deadheat/report.sarif").is_file(), "{failed}");
    assert!(example.join("build/deadheat/tests.xml").is_file(), "{failed}");
    let mut asked = tools.command(DEADHEAT, &example);
    asked.env("GRADLE_USER_HOME", home.path()).args(["test", "--gradle", "--select", "*#atomic"]);
    let said = run(
        asked.args(["--build-arg=--offline", "--build-arg=--no-daemon", "--build-arg=-I", "--build-arg", offline]),
        0,
    );
    assert!(said.contains("test example.CounterTest#atomic ... passed under all schedules"), "{said}");
}

#[test]
fn what_users_get_wrong_with_builds() {
    let Some(tools) = tools() else { return };
    let (none, broken, bare) =
        (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    copy(&repository("examples/maven"), broken.path());
    fs::write(broken.path().join("src/test/java/Wrong.java"), "class Wrong { int x = \"\"; }").unwrap();
    copy(&repository("examples/maven"), bare.path());
    fs::remove_dir_all(bare.path().join("src/test")).unwrap();
    let own = tools.own_repository();
    let local = local(own.path());
    let maven = ["--maven", "--build-arg=--offline", "--build-arg", &local];
    for (folder, args, part) in [
        (none.path(), &["--maven"][..], "has no pom.xml; go to the folder of a project of Maven"),
        (none.path(), &["--gradle"], "has no build.gradle; go to the folder of a project of Gradle"),
        (none.path(), &["--maven", "--project", "/no/such"], "cannot find the project /no/such"),
        (none.path(), &["--maven", "-cp", "x"], "the class path is the build tool's to say; leave -cp out"),
        (none.path(), &["--maven", "--gradle"], "cannot be used with"),
        (none.path(), &["--project", "."], "there is no build tool to ask; say --maven or --gradle"),
        (broken.path(), &maven, "incompatible types"),
        (bare.path(), &maven, "has no tests that are compiled"),
    ] {
        let said = run(tools.command(DEADHEAT, folder).arg("test").args(args), 2);
        assert!(said.contains(part), "{args:?}: {said}");
    }
    let mut alone = tools.command(DEADHEAT, broken.path());
    let said = run(alone.env("PATH", none.path()).args(["test", "--maven"]), 2);
    assert!(
        said.contains("there is no mvn on PATH; install Maven, or name the class path of the tests with -cp"),
        "{said}"
    );
}

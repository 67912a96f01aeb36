//! `deadheat.junit` (`java/deadheat/junit`): tests that ask for a check themselves, run by the real `java` and by deadheat.

use std::path::Path;
use std::process::Command;

use deadheat_testing::java::{compile_with_class_path, java_home};
use deadheat_testing::{files, repository};
use tempfile::TempDir;

use crate::junit::{JUPITER, engines, text};

const TESTS: &str = r#"
import deadheat.junit.Interleave;
import org.junit.jupiter.api.*;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AskedTest {
    volatile int count;

    void both() throws InterruptedException {
        Thread other = new Thread(() -> count = count + 1);
        other.start();
        count = count + 1;
        other.join();
    }

    @Test
    @Interleave(budget = "20,60")
    void flaky() throws InterruptedException {
        both();
        Assertions.assertEquals(2, count);
    }

    @Interleave
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void fine(int number) throws InterruptedException {
        both();
        Assertions.assertTrue(count > 0 && number > 0);
    }

    @Test
    void unasked() throws InterruptedException {
        both();
    }
}
"#;

/// Runs all tests of a class, and says a line of each, and what was published.
const RUNNER: &str = r#"
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.*;
import org.junit.platform.launcher.core.*;

public class Runner {
    public static void main(String[] args) {
        LauncherFactory.create().execute(
            LauncherDiscoveryRequestBuilder.request().selectors(DiscoverySelectors.selectClass(args[0])).build(),
            new TestExecutionListener() {
                @Override public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                    if (test.isTest()) {
                        String why = result.getThrowable().map(Throwable::toString).orElse("");
                        System.out.println("ran " + test.getLegacyReportingName() + " " + result.getStatus() + " " + why);
                    }
                }
                @Override public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
                    System.out.println("published " + entry.getKeyValuePairs());
                }
            });
    }
}
"#;

fn compiled(jars: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("AskedTest.java", TESTS), ("Runner.java", RUNNER)] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let mut sources = files(folder.path(), "java");
    sources.extend(files(&repository("java/deadheat/junit"), "java"));
    compile_with_class_path(&sources, jars)
}

/// Runs the tests under the real `java`, with this as the command.
fn java(classes: &Path, jars: &str, deadheat: &str) -> String {
    let mut java = Command::new(java_home().join("bin/java"));
    java.env("DEADHEAT", deadheat).args(["-cp", &format!("{}:{jars}", classes.display()), "Runner", "AskedTest"]);
    text(&java.output().unwrap())
}

#[test]
fn tests_ask_for_a_check() {
    let Some(jars) = engines(&[JUPITER]) else { return };
    let classes = compiled(&jars);
    let checked = java(classes.path(), &jars, env!("CARGO_BIN_EXE_deadheat"));
    let line =
        |said: &str, start: &str| said.lines().find(|line| line.starts_with(start)).unwrap_or_default().to_owned();
    assert!(
        line(&checked, "ran flaky()").contains("FAILED java.lang.AssertionError: deadheat: test AskedTest#flaky"),
        "{checked}"
    );
    assert!(checked.contains("How it happens") && checked.contains("Expected: 2"), "{checked}");
    assert_eq!(checked.matches("ran fine(int)").count(), 2, "{checked}");
    assert!(line(&checked, "ran fine(int)").contains("SUCCESSFUL"), "{checked}");
    assert!(line(&checked, "ran unasked()").contains("SUCCESSFUL"), "{checked}");
    // Without deadheat nothing but the tests themselves is run.
    for (deadheat, published) in [("off", ""), ("/no/deadheat", "not checked: cannot start /no/deadheat")] {
        let plain = java(classes.path(), &jars, deadheat);
        assert!(plain.matches("SUCCESSFUL").count() >= 3 && plain.matches("\nran ").count() >= 3, "{plain}");
        assert!(!plain.contains("How it happens"), "{plain}");
        assert!(line(&plain, "published").contains(published), "{plain}");
        assert_eq!(plain.contains("published"), !published.is_empty(), "{plain}");
    }
    // Under deadheat it is a test like any other.
    let mut inside = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    inside.env("JAVA_HOME", java_home()).env("DEADHEAT", "/no/deadheat").args(["test", "--select", "AskedTest#flaky"]);
    let said = text(&inside.args(["-cp", &format!("{}:{jars}", classes.path().display())]).output().unwrap());
    assert!(said.contains("test AskedTest#flaky ... FAILS under some schedules"), "{said}");
    assert!(said.contains("expected: <2> but was: <1>") && !said.contains("not checked"), "{said}");
}

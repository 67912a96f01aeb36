//! `deadheat test`: tests of real JUnit and TestNG with known verdicts (`tests/junit`), and what users get wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use deadheat_testing::corpus::Program;
use deadheat_testing::java::{LATER, compile_with_class_path, java_home, later_jdk};
use deadheat_testing::{files, repository, skip};
use serde_json::Value;
use tempfile::TempDir;

pub(crate) const JUPITER: &[&str] = &[
    "junit-jupiter-api.jar",
    "junit-jupiter-engine.jar",
    "junit-jupiter-params.jar",
    "univocity-parsers.jar",
    "junit-platform-commons.jar",
    "junit-platform-engine.jar",
    "junit-platform-launcher.jar",
    "opentest4j.jar",
    "apiguardian-api.jar",
];
const JUNIT4: &[&str] = &["junit4.jar", "hamcrest.jar"];
const VINTAGE: &[&str] = &["junit-vintage-engine.jar"];
/// What reads reports, of Maven's.
const SUREFIRE: &[&str] = &["surefire-report-parser.jar", "surefire-api.jar", "surefire-logger-api.jar"];
const TESTNG: &[&str] = &["testng.jar", "jcommander.jar"];

/// The jars of engines as a class path, where they are.
pub(crate) fn engines(names: &[&[&str]]) -> Option<String> {
    let folder = std::env::var_os("DEADHEAT_JARS").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let jars: Vec<PathBuf> =
        folder.iter().flat_map(|folder| names.concat().into_iter().map(|name| folder.join(name))).collect();
    if jars.is_empty() || !jars.iter().all(|jar| jar.exists()) {
        skip("tests of JUnit and TestNG", "`make test` fetches the engines into DEADHEAT_JARS");
        return None;
    }
    Some(std::env::join_paths(&jars).unwrap().into_string().unwrap())
}

fn deadheat(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_deadheat")).env("JAVA_HOME", java_home()).args(args).output().unwrap()
}

pub(crate) fn text(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!("{}{}", text(&output.stdout), text(&output.stderr))
}

fn compiled(sources: &[(&str, &str)], jars: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in sources {
        fs::write(folder.path().join(format!("{name}.java")), text).unwrap();
    }
    compile_with_class_path(&files(folder.path(), "java"), jars)
}

/// What became of each test, and whether all schedules were tried.
fn outcomes(results: &Path) -> BTreeMap<String, (String, bool)> {
    let result: Value = serde_json::from_str(&fs::read_to_string(results.join("result.json")).unwrap()).unwrap();
    let outcome = |test: &Value| {
        let text = |key: &str| test[key].as_str().unwrap().to_owned();
        (text("name"), (text("outcome"), test["complete"] == true))
    };
    result["tests"].as_array().unwrap().iter().map(outcome).collect()
}

/// Takes the tests of a class out, each of which must have done what its comment says.
fn take_as_told(program: &Program, found: &mut BTreeMap<String, (String, bool)>, said: &str) {
    for line in program.directives("test") {
        let line = line.strip_suffix(" all").map_or((line, false), |line| (line, true));
        let (test, outcome) = line.0.rsplit_once(' ').unwrap();
        let test = if test.contains('#') { test.to_owned() } else { format!("{}#{test}", program.name) };
        let (became, complete) = found.remove(&test).unwrap_or_else(|| panic!("no test {test}: {said}"));
        assert_eq!((became.as_str(), complete || !line.1), (outcome, true), "{test}: {said}");
    }
}

/// Checks all tests of a folder, and compares what became of them with what their comments say; then replays every witness.
fn folder(name: &str, jars: &[&[&str]]) {
    let Some(jars) = engines(jars) else { return };
    let sources = repository("tests/junit").join(name);
    let classes = compile_with_class_path(&files(&sources, "java"), &jars);
    let results = tempfile::tempdir().unwrap();
    let output = results.path().to_str().unwrap();
    let path = format!("{}:{jars}", classes.path().display());
    let xml = results.path().join("tests.xml");
    let done = deadheat(&[
        "test",
        "--budget",
        "60,120",
        "--output",
        output,
        "--junit-xml",
        xml.to_str().unwrap(),
        "-cp",
        &path,
    ]);
    let said = text(&done);
    assert_eq!(done.status.code(), Some(1), "{said}");
    let mut found = outcomes(results.path());
    for program in Program::read_folder(&format!("tests/junit/{name}")) {
        take_as_told(&program, &mut found, &said);
    }
    assert!(found.is_empty(), "without a line: {found:?}");
    is_surefire_xml(&fs::read_to_string(xml).unwrap());
    let witnesses = files(results.path(), "witness");
    assert!(!witnesses.is_empty());
    // Each costs a compiler and a boot.
    for witness in witnesses.iter().step_by(witnesses.len().div_ceil(5)) {
        let replayed = deadheat(&["replay", witness.to_str().unwrap()]);
        assert_eq!(replayed.status.code(), Some(0), "{}", text(&replayed));
    }
}

/// What Surefire's schema asks for: the attributes of suites and cases, and at most one end of each case.
fn is_surefire_xml(xml: &str) {
    let attributes = |line: &str, names: &[&str]| {
        names.iter().for_each(|name| assert!(line.contains(&format!(" {name}=\"")), "{name} in {line}"));
    };
    let lines = || xml.lines().map(str::trim_start);
    attributes(lines().nth(1).unwrap(), &["name", "time", "tests", "errors", "skipped", "failures"]);
    let mut cases = BTreeSet::new();
    for line in lines().filter(|line| line.starts_with("<testcase")) {
        attributes(line, &["name", "classname", "time"]);
        assert!(cases.insert(line), "twice: {line}");
    }
    lines()
        .filter(|line| line.starts_with("<failure") || line.starts_with("<error"))
        .for_each(|line| attributes(line, &["message", "type"]));
    assert!(xml.contains(&format!(" tests=\"{}\"", cases.len())), "{xml}");
    // Surefire's own reader must see the same, and its schema have nothing against it.
    let Some(reader) = engines(&[SUREFIRE]) else { return };
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("tests.xml"), xml).unwrap();
    fs::write(folder.path().join("Read.java"), READ_REPORT).unwrap();
    let mut java = Command::new(java_home().join("bin/java"));
    java.current_dir(folder.path()).args(["-cp", &reader, "Read.java", "tests.xml"]);
    let schema = "surefire/maven-surefire-plugin/src/site/resources/xsd/surefire-test-report.xsd";
    // Not every mirror has sources: where there are none, the reader has to do.
    java.args(
        std::env::var_os("DEADHEAT_SOURCES")
            .map(|sources| Path::new(&sources).join(schema))
            .filter(|xsd| xsd.is_file()),
    );
    let read = java.output().unwrap();
    let suite = lines().nth(1).unwrap();
    let number = |name: &str| suite.split_once(&format!(" {name}=\"")).unwrap().1.split('"').next().unwrap();
    let expected = ["tests", "errors", "failures", "skipped"].map(number).join(" ");
    assert_eq!(String::from_utf8_lossy(&read.stdout), format!("{} {expected}", cases.len()), "{}", text(&read));
}

/// What Surefire's reader makes of a report: the number of its cases, and what it counts. A schema is asked first, if there is one.
const READ_REPORT: &str = r#"
import java.io.File;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.apache.maven.plugin.surefire.log.api.NullConsoleLogger;
import org.apache.maven.plugins.surefire.report.ReportTestSuite;
import org.apache.maven.plugins.surefire.report.TestSuiteXmlParser;

public class Read {
    public static void main(String[] args) throws Exception {
        if (args.length > 1) {
            var schema = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI).newSchema(new File(args[1]));
            schema.newValidator().validate(new StreamSource(new File(args[0])));
        }
        int cases = 0, tests = 0, errors = 0, failures = 0, skipped = 0;
        for (ReportTestSuite suite : new TestSuiteXmlParser(new NullConsoleLogger()).parse(args[0])) {
            cases += suite.getTestCases().size();
            tests += suite.getNumberOfTests();
            errors += suite.getNumberOfErrors();
            failures += suite.getNumberOfFailures();
            skipped += suite.getNumberOfSkipped();
        }
        System.out.print(cases + " " + tests + " " + errors + " " + failures + " " + skipped);
    }
}
"#;

/// The other JDKs that deadheat runs: the harness is compiled for them, too, where they are only runtimes.
#[test]
fn tests_on_later_jdks() {
    let Some(jars) = engines(&[JUPITER]) else { return };
    let sources = repository("tests/junit/jupiter");
    let named = |name: &str| sources.join(format!("{name}.java"));
    let classes = compile_with_class_path(&[named("CounterTest"), named("ExitTest")], &jars);
    for home in LATER.into_iter().filter_map(later_jdk) {
        let results = tempfile::tempdir().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
        command.env("JAVA_HOME", &home).args(["test", "--workers", "1", "--output"]).arg(results.path());
        let done = command.args(["-cp", &format!("{}:{jars}", classes.path().display())]).output().unwrap();
        assert_eq!(done.status.code(), Some(1), "{}: {}", home.display(), text(&done));
        let mut found = outcomes(results.path());
        for name in ["CounterTest", "ExitTest"] {
            take_as_told(&Program::read(&named(name)), &mut found, &text(&done));
        }
        assert!(found.is_empty(), "without a line: {found:?}");
    }
}

#[test]
fn jupiter() {
    folder("jupiter", &[JUPITER]);
}

#[test]
fn junit_4() {
    folder("junit4", &[JUNIT4]);
}

#[test]
fn junit_4_by_vintage() {
    folder("junit4", &[JUPITER, JUNIT4, VINTAGE]);
}

#[test]
fn testng() {
    folder("testng", &[TESTNG]);
}

const SMALL: (&str, &str) = (
    "SmallTest",
    "import org.junit.jupiter.api.*; class SmallTest { @Test void one() {} @Test void two() {} @Test void three() {} }",
);

#[test]
fn tests_are_chosen() {
    let Some(jars) = engines(&[JUPITER]) else { return };
    let classes = compiled(&[SMALL, ("OtherTest", &SMALL.1.replace("Small", "Other"))], &jars);
    let path = format!("{}:{jars}", classes.path().display());
    let list = |more: &[&str]| {
        let done = deadheat(&[&["test", "--list", "-cp", &path], more].concat());
        assert_eq!(done.status.code(), Some(0), "{}", text(&done));
        String::from_utf8(done.stdout).unwrap().lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let all = list(&[]);
    assert_eq!((all.len(), all[0].as_str()), (6, "OtherTest#one"), "{all:?}");
    assert_eq!(list(&["--select", "SmallTest#two", "--select", "OtherTest#t*"]).len(), 3);
    let shards =
        [list(&["--shard", "1/4"]), list(&["--shard", "2/4"]), list(&["--shard", "3/4"]), list(&["--shard", "4/4"])];
    let mut together = shards.concat();
    together.sort();
    let mut sorted = all;
    sorted.sort();
    assert_eq!(together, sorted);
    // A single one is a guest for all commands.
    let one = ["-cp", &path, "--test", "SmallTest#two"];
    for command in ["run", "check", "explore"] {
        let done = deadheat(&[&[command], &one[..]].concat());
        assert_eq!(done.status.code(), Some(0), "{command}: {}", text(&done));
    }
    let unknown = deadheat(&["check", "-cp", &path, "--test", "SmallTest#four"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown).contains("there is no test SmallTest#four"), "{}", text(&unknown));
}

#[test]
fn only_what_has_changed_is_checked_again() {
    let Some(jars) = engines(&[JUPITER]) else { return };
    let helper = ("Helper", "class Helper { static int two() { return 2; } }");
    let uses = (
        "UsesTest",
        "import org.junit.jupiter.api.*; class UsesTest { @Test void helped() { Assertions.assertEquals(2, Helper.two()); } }",
    );
    let results = tempfile::tempdir().unwrap();
    let check = |helper: (&str, &str)| {
        let classes = compiled(&[SMALL, uses, helper], &jars);
        let path = format!("{}:{jars}", classes.path().display());
        let output = results.path().to_str().unwrap();
        text(&deadheat(&["test", "--changed", "--output", output, "-cp", &path]))
    };
    let first = check(helper);
    assert!(first.contains("4 tests: 4 passed") && !first.contains("did not change"), "{first}");
    let again = check(helper);
    assert!(
        again.contains("4 tests passed before and did not change") && again.contains("4 tests: 4 passed"),
        "{again}"
    );
    // A class that a test only calls is a part of it.
    let changed = check(("Helper", "class Helper { static int two() { return 3; } }"));
    assert!(changed.contains("3 tests passed before"), "{changed}");
    assert!(changed.contains("UsesTest#helped ... BROKEN"), "{changed}");
    let broken = check(("Helper", "class Helper { static int two() { return 3; } }"));
    assert!(broken.contains("3 tests passed before") && broken.contains("BROKEN"), "{broken}");
}

#[test]
fn what_users_get_wrong() {
    let Some(jars) = engines(&[JUPITER]) else { return };
    let none = compiled(&[("Plain", "class Plain {}")], &jars);
    let path = |classes: &TempDir| format!("{}:{jars}", classes.path().display());
    let launcher = jars.split(':').filter(|jar| !jar.contains("launcher")).collect::<Vec<_>>().join(":");
    for (args, code, part) in [
        (vec!["-cp", &path(&none)], 2, "there is no test in the folders of the class path"),
        (vec!["-cp", none.path().to_str().unwrap()], 2, "there is no test engine on the class path"),
        (vec!["-cp", &format!("{}:{launcher}", none.path().display())], 2, "junit-platform-launcher.jar"),
        (vec!["-cp", &path(&none), "--select", "No#thing"], 2, "no test fits No#thing"),
        (vec!["-cp", &path(&none), "Plain"], 2, "`Plain` is no test"),
        (vec!["-cp", &path(&none), "--resume", "--output", none.path().to_str().unwrap()], 2, "use --changed"),
        (vec!["-cp", &path(&none), "--shard", "3/2"], 2, "write 2/5"),
        (vec!["-cp", &path(&none), "--changed"], 2, "required arguments"),
        (vec!["-cp", &path(&none), "--scan", "/no/such.jar"], 2, "cannot look for tests in /no/such.jar"),
    ] {
        let done = deadheat(&[&["test"], &args[..]].concat());
        let said = text(&done);
        assert_eq!(done.status.code(), Some(code), "{args:?}: {said}");
        assert!(said.contains(part), "{args:?}: {said}");
    }
}

/// A class that does not load costs the others nothing, and neither does one whose library is missing.
#[test]
fn a_class_that_does_not_load() {
    let Some(jars) = engines(&[JUPITER]) else { return };
    let lost = "import org.junit.jupiter.api.*; class LostTest extends Gone { @Test void never() {} }";
    let classes = compiled(&[SMALL, ("Gone", "class Gone {}"), ("LostTest", lost)], &jars);
    fs::remove_file(classes.path().join("Gone.class")).unwrap();
    let done = deadheat(&["test", "-cp", &format!("{}:{jars}", classes.path().display())]);
    let said = text(&done);
    assert_eq!(done.status.code(), Some(2), "{said}");
    assert!(said.contains("the test class LostTest cannot be used: java.lang.NoClassDefFoundError: Gone"), "{said}");
    assert!(said.contains("3 tests: 3 passed (3 under all schedules)"), "{said}");
}

/// What an earlier check knew is hidden, and fails nobody.
#[test]
fn only_what_is_new_fails() {
    let Some(jars) = engines(&[JUPITER]) else { return };
    let broken = "import org.junit.jupiter.api.*; class OldTest { @Test void fails() { Assertions.fail(\"old\"); } }";
    let classes = compiled(&[SMALL, ("OldTest", broken)], &jars);
    let path = format!("{}:{jars}", classes.path().display());
    let results = tempfile::tempdir().unwrap();
    let first = deadheat(&["test", "--output", results.path().to_str().unwrap(), "-cp", &path]);
    assert_eq!(first.status.code(), Some(1), "{}", text(&first));
    let (known, xml) = (results.path().join("result.json"), results.path().join("tests.xml"));
    let (known, file) = (known.to_str().unwrap(), xml.to_str().unwrap());
    let again = deadheat(&["test", "--baseline", known, "--junit-xml", file, "-cp", &path]);
    assert_eq!(again.status.code(), Some(0), "{}", text(&again));
    assert!(fs::read_to_string(&xml).unwrap().contains("errors=\"0\" skipped=\"1\" failures=\"0\""));
    let one = ["-cp", &path, "--test", "OldTest#fails"];
    assert_eq!(deadheat(&[&["check"], &one[..]].concat()).status.code(), Some(1));
    assert_eq!(deadheat(&[&["check", "--baseline", known], &one[..]].concat()).status.code(), Some(0));
    let missing = deadheat(&[&["check", "--baseline", "/no/result.json"], &one[..]].concat());
    assert_eq!(missing.status.code(), Some(2), "{}", text(&missing));
}

/// Two engines side by side: each runs its own tests, and the user is told.
#[test]
fn two_engines() {
    let Some(jars) = engines(&[JUPITER, TESTNG]) else { return };
    let other = "public class NgTest { @org.testng.annotations.Test public void runs() {} }";
    let classes = compiled(&[SMALL, ("NgTest", other)], &jars);
    let done = deadheat(&["test", "-cp", &format!("{}:{jars}", classes.path().display())]);
    let said = text(&done);
    assert_eq!(done.status.code(), Some(0), "{said}");
    assert!(said.contains("there are the JUnit Platform and TestNG: each runs its own tests"), "{said}");
    assert!(said.contains("test NgTest#runs ... passed") && said.contains("4 tests: 4 passed"), "{said}");
}

/// A hundred small tests cost seconds of processor time: they are found once, and each is checked from there.
#[test]
fn a_hundred_tests_cost_seconds() {
    let Some(jars) = engines(&[JUPITER]) else { return };
    let class = |number: usize| {
        let method = |number: usize| match number % 2 {
            0 => format!("@Test void sum{number}() {{ Assertions.assertEquals(4, 2 + 2); }}"),
            _ => format!(
                "@Test void both{number}() throws Exception {{ var n = new java.util.concurrent.atomic.AtomicInteger(); \
                 Thread t = new Thread(n::incrementAndGet); t.start(); n.incrementAndGet(); t.join(); \
                 Assertions.assertEquals(2, n.get()); }}"
            ),
        };
        let methods: Vec<String> = (0..10).map(method).collect();
        (
            format!("C{number}Test"),
            format!("import org.junit.jupiter.api.*; class C{number}Test {{ {} }}", methods.join("\n")),
        )
    };
    let sources: Vec<(String, String)> = (0..10).map(class).collect();
    let sources: Vec<(&str, &str)> = sources.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let classes = compiled(&sources, &jars);
    // Of the processor, not on the wall: other tests run at the same time.
    let mut time = Command::new("bash");
    time.env("JAVA_HOME", java_home());
    time.args(["-c", "time \"$@\"", "time", env!("CARGO_BIN_EXE_deadheat"), "test", "-cp"]);
    let done = time.arg(format!("{}:{jars}", classes.path().display())).output().unwrap();
    let said = text(&done);
    assert!(said.contains("100 tests: 100 passed (100 under all schedules)"), "{said}");
    let spent = |name: &str| -> f64 {
        let line = said.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("{name}: {said}"));
        let (minutes, seconds) = line.trim().trim_end_matches('s').split_once('m').unwrap();
        minutes.parse::<f64>().unwrap() * 60.0 + seconds.parse::<f64>().unwrap()
    };
    assert!(spent("user") + spent("sys") < 60.0, "{said}");
}

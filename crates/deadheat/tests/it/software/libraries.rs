//! Programs on real libraries (`tests/software/libraries`): each does what it does under the real `java`, and of those that are checked every
//! witnessed error has been read and judged, in a file beside the program.
//!
//! All are compiled at once. On the JDK that compiles all are run; each of the later ones takes its turn, unless `EVERY_JDK` is set.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use deadheat_testing::corpus::Program;
use deadheat_testing::java::{LATER, compile_with_class_path, feature_of, java_home, later_jdk};
use deadheat_testing::parallel;
use serde_json::Value;
use tempfile::TempDir;

const FOLDER: &str = "tests/software/libraries";

/// Programs whose jars are there, compiled.
struct Compiled {
    programs: Vec<Program>,
    jars: PathBuf,
    classes: TempDir,
}

static COMPILED: LazyLock<Option<Compiled>> = LazyLock::new(|| {
    let Some(jars) = std::env::var_os("DEADHEAT_JARS").filter(|folder| !folder.is_empty()).map(PathBuf::from) else {
        // Also where `CI` is set: Debian's packages cannot be had everywhere.
        eprintln!("\n######## SKIPPED {FOLDER}: no jars; `make test` fetches them into DEADHEAT_JARS ########");
        return None;
    };
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut programs = Program::read_folder(FOLDER);
    programs.retain(|program| {
        let missing = names(program).find(|name| !jars.join(name).exists());
        if let Some(missing) = missing {
            eprintln!("skipped: {} needs {missing}", program.name);
        }
        missing.is_none() && program.name.contains(&only)
    });
    let all: BTreeSet<&str> = programs.iter().flat_map(names).collect();
    let all: Vec<String> = all.into_iter().map(|name| jars.join(name).display().to_string()).collect();
    let files: Vec<PathBuf> = programs.iter().map(|program| program.file.clone()).collect();
    let classes = compile_with_class_path(&files, &all.join(":"));
    Some(Compiled { programs, jars, classes })
});

fn names(program: &Program) -> impl Iterator<Item = &str> {
    program.directives("jars").flat_map(str::split_whitespace)
}

impl Compiled {
    /// Names the program to a command: its options, its class path, its class.
    fn name(&self, command: &mut Command, program: &Program) {
        let jars = names(program).map(|name| self.jars.join(name));
        let path = std::env::join_paths([self.classes.path().to_owned()].into_iter().chain(jars)).unwrap();
        command.args(program.directives("options").flat_map(str::split_whitespace)).arg("-cp").arg(path);
        command.arg(&program.name).stdin(Stdio::null()).env("LC_ALL", "C.UTF-8");
    }

    /// How the program ends, what it prints, and what it says besides.
    fn run(&self, mut command: Command, program: &Program) -> (Option<i32>, String, String) {
        self.name(&mut command, program);
        let output = command.current_dir(self.classes.path()).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    }

    /// Why a program is not as under the real `java`.
    fn difference(&self, home: &Path, program: &Program) -> Option<String> {
        let mut java = Command::new(home.join("bin/java"));
        java.args(["-ea", "-Xshare:auto", "-XX:TieredStopAtLevel=1"]);
        let expected = self.run(java, program);
        let mut deadheat = Command::new(env!("CARGO_BIN_EXE_deadheat"));
        deadheat.env("JAVA_HOME", home).args(["run", "--analyses", "none"]);
        let found = self.run(deadheat, program);
        // What deadheat lacks, and the library does without, it says on stderr.
        let same = (expected.0, &expected.1) == (found.0, &found.1);
        (!same).then(|| format!("{} on {}:\n{expected:#?}\n{found:#?}\n", program.name, home.display()))
    }

    fn compare(&self, home: &Path, mine: impl Fn(usize) -> bool) {
        let version = feature_of(home).to_string();
        let works =
            |program: &Program| program.directives("jdks").all(|jdks| jdks.split(' ').any(|jdk| jdk == version));
        let numbered = self.programs.iter().enumerate();
        let chosen: Vec<&Program> =
            numbered.filter(|(at, program)| mine(*at) && works(program)).map(|(_, program)| program).collect();
        let differences: Vec<String> =
            parallel::map(&chosen, |program| self.difference(home, program)).into_iter().flatten().collect();
        assert!(differences.is_empty(), "{} of {}:\n{}", differences.len(), chosen.len(), differences.concat());
    }
}

#[test]
fn as_under_java() {
    if let Some(compiled) = &*COMPILED {
        compiled.compare(&java_home(), |_| true);
    }
}

#[test]
fn as_under_later_javas() {
    let Some(compiled) = &*COMPILED else { return };
    let every = std::env::var_os("EVERY_JDK").is_some();
    for (turn, home) in LATER.into_iter().enumerate().filter_map(|(turn, version)| Some((turn, later_jdk(version)?))) {
        compiled.compare(&home, |at| every || at % LATER.len() == turn);
    }
}

/// The errors that were judged: lines at the margin, each with its judgement below.
pub(crate) fn judged(file: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    let is_judged = |pair: &[&str]| pair[1].starts_with("    ");
    let errors = lines.windows(2).filter(|pair| !pair[0].is_empty() && !pair[0].starts_with(' '));
    errors
        .inspect(|pair| assert!(is_judged(pair), "{}: {}: no judgement", file.display(), pair[0]))
        .map(|pair| pair[0].to_owned())
        .collect()
}

/// An error in a line: its kind and what it is about.
pub(crate) fn in_a_line(finding: &Value) -> String {
    let error = &finding["error"];
    let about = ["target", "test", "message", "block"].iter().find_map(|field| error[field].as_str());
    let about = about.map_or_else(|| error["locks"].to_string(), str::to_owned);
    format!("{} {}", error["kind"].as_str().unwrap_or_default(), about.lines().next().unwrap_or_default())
}

/// A search of so many states (`// check: …`), without the walks whose number the time decides: what it finds is the same everywhere, if there is time for
/// suspicions, which get a small part of it.
#[test]
fn what_is_witnessed_was_judged() {
    let Some(compiled) = &*COMPILED else { return };
    let checked: Vec<(&Program, &str)> =
        (compiled.programs.iter()).filter_map(|program| Some((program, program.directives("check").next()?))).collect();
    assert!(checked.len() >= 20 || std::env::var_os("ONLY").is_some(), "{} are checked", checked.len());
    let problems = parallel::map(&checked, |(program, states)| {
        let folder = tempfile::tempdir().unwrap();
        let mut check = Command::new(env!("CARGO_BIN_EXE_deadheat"));
        check.env("JAVA_HOME", java_home()).args(["check", "--budget", "300,600", "--without", "walks"]);
        check.args(["--workers", "1", "--max-states", states, "--output"]).arg(folder.path());
        let (code, said, errors) = compiled.run(check, program);
        let result = fs::read_to_string(folder.path().join("result.json")).unwrap_or_default();
        let Ok(result) = serde_json::from_str::<Value>(&result) else {
            return Some(format!("{}: {code:?}\n{said}{errors}\n", program.name));
        };
        let findings = result["findings"].as_array().into_iter().flatten();
        let witnessed: BTreeSet<String> =
            findings.filter(|finding| finding["verdict"]["verdict"] == "witnessed").map(in_a_line).collect();
        let judged = judged(&program.file.with_extension("findings"));
        let unknown = || format!("{}: witnessed {witnessed:#?}\njudged {judged:#?}\n", program.name);
        (witnessed != judged).then(unknown)
    });
    let problems: Vec<String> = problems.into_iter().flatten().collect();
    assert!(problems.is_empty(), "{}", problems.concat());
}

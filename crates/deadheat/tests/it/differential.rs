//! Every program under `tests/programs` does under deadheat what it does under the real `java`: same output, same exit
//! code, same text of an uncaught exception. The multithreaded ones under several schedulers and seeds.
//!
//! Then all of it again on JDK 21 and 25, where `DEADHEAT_JDK21` and `DEADHEAT_JDK25` name them: the same class files (a runtime has no
//! compiler), one schedule.
//!
//! `ONLY=Name cargo test differential::` looks at the programs whose name contains `Name`.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use deadheat_testing::corpus;
use deadheat_testing::java::{compile_without_local_names, java_home, later_jdk};
use deadheat_testing::parallel;

/// No program takes longer, under either machine.
const PATIENCE: Duration = Duration::from_secs(120);

#[derive(PartialEq, Eq, Debug)]
struct Result {
    stdout: String,
    stderr: String,
    exit_code: Option<i32>,
}

struct Program {
    name: String,
    options: Vec<String>,
    args: Vec<String>,
    stdin: String,
    ignore_stderr: bool,
}

impl Program {
    /// Reads the directives in a program's first lines.
    fn new(source: &corpus::Program) -> Program {
        let directive = |key: &str| source.directives(key).next().map(str::to_owned);
        let words = |key: &str| {
            directive(key).map(|text| text.split_whitespace().map(str::to_owned).collect()).unwrap_or_default()
        };
        Program {
            name: source.name.clone(),
            options: words("options"),
            args: words("args"),
            stdin: directive("stdin").map(|s| s.replace("\\n", "\n")).unwrap_or_default(),
            ignore_stderr: directive("stderr").is_some_and(|d| d.trim() == "ignore"),
        }
    }

    fn run(&self, mut command: Command, classes: &Path) -> Result {
        command.args(&self.options).arg("-cp").arg(classes).arg(&self.name).args(&self.args);
        // The time zone and language of the machine must not matter.
        command.env("TZ", "UTC").env("LC_ALL", "C.UTF-8").env("LANG", "C.UTF-8");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let _ = stdin.write_all(self.stdin.as_bytes());
        drop(stdin);
        let id = child.id();
        let done = std::sync::Arc::new(AtomicBool::new(false));
        let watch = {
            let done = done.clone();
            std::thread::spawn(move || {
                let start = Instant::now();
                while !done.load(Ordering::Relaxed) {
                    if start.elapsed() > PATIENCE {
                        let _ = Command::new("kill").args(["-9", &id.to_string()]).status();
                        break;
                    }
                    std::thread::sleep(Duration::from_millis(20));
                }
            })
        };
        let output = child.wait_with_output().unwrap();
        done.store(true, Ordering::Relaxed);
        watch.join().unwrap();
        Result {
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            exit_code: output.status.code(),
        }
    }

    fn compare(&self, how: &str, expected: &Result, found: &Result) -> Option<String> {
        let mut text = String::new();
        if expected.exit_code != found.exit_code {
            let _ = writeln!(text, "  exit code {:?}, not {:?}", found.exit_code, expected.exit_code);
        }
        if let Some(difference) = first_difference(&expected.stdout, &found.stdout) {
            let _ = writeln!(text, "  stdout {difference}");
        }
        let compared = !self.ignore_stderr || expected.exit_code != found.exit_code;
        if let Some(difference) = first_difference(&expected.stderr, &found.stderr).filter(|_| compared) {
            let _ = writeln!(text, "  stderr {difference}");
        }
        (!text.is_empty()).then(|| format!("{} ({how}):\n{text}", self.name))
    }
}

fn first_difference(expected: &str, found: &str) -> Option<String> {
    if expected == found {
        return None;
    }
    let (mut a, mut b) = (expected.lines(), found.lines());
    for line in 1.. {
        match (a.next(), b.next()) {
            (Some(x), Some(y)) if x == y => {}
            (None, None) => return Some("differs in its last line end".to_owned()),
            (x, y) => {
                let show = |l: Option<&str>| l.map_or("nothing".to_owned(), |l| format!("{l:?}"));
                return Some(format!("line {line}: expected {}, found {}", show(x), show(y)));
            }
        }
    }
    None
}

/// Compares on the JDK that is used.
fn check(theme: &str, schedules: &[&[&str]]) {
    check_on(&java_home(), theme, schedules);
}

/// Compares on a JDK of a later version, if there is one.
fn check_later(version: u32, theme: &str, schedules: &[&[&str]]) {
    if let Some(home) = later_jdk(version) {
        check_on(&home, theme, schedules);
    }
}

fn check_on(home: &Path, theme: &str, schedules: &[&[&str]]) {
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut sources = corpus::Program::read_folder(&format!("tests/programs/{theme}"));
    sources.retain(|source| source.name.contains(&only));
    if sources.is_empty() {
        return;
    }
    let files: Vec<PathBuf> = sources.iter().map(|source| source.file.clone()).collect();
    let classes = compile_without_local_names(&files);
    let compare = |source: &corpus::Program| {
        let program = Program::new(source);
        let mut java = Command::new(home.join("bin/java"));
        java.args(["-ea", "-Xshare:auto", "-XX:TieredStopAtLevel=1"]);
        let expected = program.run(java, classes.path());
        schedules.iter().find_map(|schedule| {
            let mut here = Command::new(env!("CARGO_BIN_EXE_deadheat"));
            here.env("JAVA_HOME", home).args(["run", "--analyses", "none"]).args(*schedule);
            let found = program.run(here, classes.path());
            let how = if schedule.is_empty() { theme.to_owned() } else { schedule.join(" ") };
            program.compare(&how, &expected, &found)
        })
    };
    let failures: Vec<String> = parallel::map(&sources, compare).into_iter().flatten().collect();
    assert!(failures.is_empty(), "{} of {} programs differ:\n{}", failures.len(), files.len(), failures.join(""));
}

const ONCE: &[&[&str]] = &[&[]];
const SEVERAL: &[&[&str]] = &[
    &[],
    &["--scheduler", "random", "--seed", "1"],
    &["--scheduler", "random", "--seed", "2"],
    &["--scheduler", "pct", "--seed", "3"],
];
const RANDOM: &[&[&str]] = &[&["--scheduler", "random", "--seed", "4"]];

#[test]
fn lang() {
    check("lang", ONCE);
}

#[test]
fn lambda() {
    check("lambda", ONCE);
}

#[test]
fn collections() {
    check("collections", ONCE);
}

#[test]
fn text() {
    check("text", ONCE);
}

#[test]
fn math() {
    check("math", ONCE);
}

#[test]
fn io() {
    check("io", ONCE);
}

#[test]
fn reflect() {
    check("reflect", ONCE);
}

#[test]
fn errors() {
    check("errors", ONCE);
}

#[test]
fn threads() {
    check("threads", SEVERAL);
}

#[test]
fn net() {
    check("net", ONCE);
}

const ONE_THREAD: [&str; 9] = ["lang", "lambda", "collections", "text", "math", "io", "reflect", "errors", "net"];

mod on_jdk_21 {
    use super::{ONCE, ONE_THREAD, RANDOM, SEVERAL, check_later};

    #[test]
    fn new_in_21() {
        check_later(21, "jdk21", SEVERAL);
    }

    #[test]
    fn one_thread() {
        for theme in ONE_THREAD {
            check_later(21, theme, ONCE);
        }
    }

    #[test]
    fn threads() {
        check_later(21, "threads", RANDOM);
    }
}

mod on_jdk_25 {
    use super::{ONCE, ONE_THREAD, RANDOM, SEVERAL, check_later};

    #[test]
    fn new_since_17() {
        for theme in ["jdk21", "jdk25"] {
            check_later(25, theme, SEVERAL);
        }
    }

    #[test]
    fn one_thread() {
        for theme in ONE_THREAD {
            check_later(25, theme, ONCE);
        }
    }

    #[test]
    fn threads() {
        check_later(25, "threads", RANDOM);
    }
}

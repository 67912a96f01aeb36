//! The programs of the papers (`benches/subjects`), and what `deadheat check` says of them.

#![allow(dead_code, missing_docs, reason = "tests and benches use each their own part of this")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use deadheat_testing::corpus::{Expectation, Program};
use deadheat_testing::java::{compile_folder, java_home};
use deadheat_testing::repository;
use deadheat_witness::result::{CheckResult, Finding, FoundError, Technique, Verdict};
use tempfile::TempDir;

/// A program and the numbers of threads that it is run with.
pub struct Subject {
    pub name: &'static str,
    pub threads: &'static [u32],
}

const fn subject(name: &'static str, threads: &'static [u32]) -> Subject {
    Subject { name, threads }
}

pub const SUBJECTS: [Subject; 23] = [
    subject("SortArray", &[2, 3, 4, 8]),
    subject("PrimeFinder", &[2, 3, 4, 8]),
    subject("Elevsim", &[2, 3, 4, 8]),
    subject("DQueries", &[2, 3, 4, 8]),
    subject("Tsp", &[2, 3, 4, 8]),
    subject("OurTsp", &[2, 3, 4, 8]),
    subject("Hedc", &[2, 3, 4, 8]),
    subject("RayTracer", &[2, 3, 4, 8]),
    subject("Account", &[7, 8]),
    subject("Airline", &[19, 20]),
    subject("AlarmClock", &[8, 9]),
    subject("RaxExt", &[13, 15]),
    subject("TwoStages", &[17, 18]),
    subject("WrongLock", &[18, 19]),
    subject("Shop", &[4]),
    subject("Log", &[2]),
    subject("Pool", &[3]),
    subject("TwoTasks", &[40]),
    subject("Rax", &[40]),
    subject("Diners", &[12, 24, 100]),
    subject("Clerks", &[12, 24]),
    subject("BusyLocks", &[10, 20]),
    subject("OneElement", &[1, 20]),
];

/// Compiles all of them.
pub fn compile() -> TempDir {
    compile_folder("benches/subjects")
}

/// The errors that a program has, by the first lines of its source (see `tests/corpus/README.md`).
pub fn expected(subject: &str) -> Vec<Expectation> {
    Program::read(&repository("benches/subjects").join(subject).with_extension("java")).expected()
}

/// Whether a finding is the expected error.
pub fn is(expected: &Expectation, finding: &Finding) -> bool {
    let mut names: Vec<String> = match &finding.error {
        FoundError::Race { target, .. } => vec![target.clone()],
        FoundError::Deadlock { locks, .. } => locks.clone(),
        FoundError::Atomicity { block, .. } => vec![block.clone()],
        FoundError::LostSignal { target } => target.split(", ").map(str::to_owned).collect(),
        _ => return false,
    };
    names.sort();
    let lines = finding.participants.iter().filter_map(|who| who.place.line).map(u64::from).collect::<BTreeSet<_>>();
    let there =
        expected.lines.is_empty() || lines.into_iter().eq(expected.lines.iter().copied().collect::<BTreeSet<_>>());
    expected.kind == finding.error.kind().id() && expected.names == names && there
}

/// What a process was last seen to have used.
#[derive(Clone, Copy, Default)]
pub struct Usage {
    /// The most memory at a time, in megabytes.
    pub peak: f64,
    /// The time of all its threads, in seconds.
    pub cpu: f64,
}

/// What a check gave.
pub struct Checked {
    pub seconds: f64,
    pub usage: Usage,
    pub exit_code: Option<i32>,
    pub result: CheckResult,
    /// Where the result and the witnesses are.
    pub output: TempDir,
}

impl Checked {
    /// The finding that is the expected error.
    pub fn find(&self, expected: &Expectation) -> Option<&Finding> {
        self.result.findings.iter().find(|finding| is(expected, finding))
    }

    /// What proved the expected error.
    pub fn technique(&self, expected: &Expectation) -> Option<Technique> {
        match self.find(expected)?.verdict {
            Verdict::Witnessed { technique } => Some(technique),
            _ => None,
        }
    }

    pub fn witness(&self, finding: &Finding) -> PathBuf {
        self.output.path().join(format!("{}.witness", finding.id))
    }
}

/// Runs `deadheat check` on a subject with so many threads.
pub fn check(deadheat: &str, classes: &Path, subject: &str, threads: u32, options: &[&str]) -> Checked {
    check_program(deadheat, classes, subject, &[&threads.to_string()], options)
}

/// Runs `deadheat check`.
pub fn check_program(deadheat: &str, classes: &Path, name: &str, arguments: &[&str], options: &[&str]) -> Checked {
    let output = tempfile::tempdir().unwrap();
    let mut command = Command::new(deadheat);
    command.arg("check").args(options).arg("--output").arg(output.path());
    command.arg("-cp").arg(classes).arg(name).args(arguments);
    command.env("JAVA_HOME", java_home()).stdout(Stdio::null()).stderr(Stdio::null());
    let began = Instant::now();
    let (exit_code, usage) = watch(command.spawn().unwrap());
    let seconds = began.elapsed().as_secs_f64();
    let file = output.path().join("result.json");
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{name} {arguments:?}: no result: {error}"));
    let result = serde_json::from_str(&text).unwrap();
    Checked { seconds, usage, exit_code, result, output }
}

/// Waits for a process, and looks at it now and then.
pub fn watch(mut child: Child) -> (Option<i32>, Usage) {
    let mut usage = Usage::default();
    loop {
        if let Some(kilobytes) = high_water(child.id()) {
            usage.peak = kilobytes / 1024.0;
        }
        usage.cpu = cpu_time(child.id()).unwrap_or(usage.cpu).max(usage.cpu);
        if let Some(status) = child.try_wait().unwrap() {
            return (status.code(), usage);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn high_water(process: u32) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The processor time that a process has used, in seconds.
pub fn cpu_time(process: u32) -> Option<f64> {
    /// The kernel counts in hundredths, whatever its clock.
    const TICKS: f64 = 100.0;
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program, in brackets, may contain anything.
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks: f64 = [11, 12].iter().filter_map(|at| fields.get(*at)?.parse::<f64>().ok()).sum();
    Some(ticks / TICKS)
}

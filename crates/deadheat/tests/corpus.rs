//! Every program under `tests/corpus` is judged as its directives say. A run reports each `expect`, nothing beyond `expect` and
//! `allow`, and ends by itself; a check has a witness for each `expect`, which replays, and none for anything else.
//! `tests/corpus/README.md` explains the directives.
//!
//! `ONLY=Name cargo test --test corpus` looks at the programs whose name contains `Name`.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::{compile_files, java_home, root};
use serde_json::Value;

/// What tells warnings apart: kind, names, lines.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Finding {
    kind: String,
    names: Vec<String>,
    lines: Vec<u64>,
}

impl Finding {
    fn new(kind: &str, mut names: Vec<String>, mut lines: Vec<u64>) -> Self {
        names.sort();
        lines.sort_unstable();
        if kind == "deadlock" {
            // Philosophers at one line, and the forks in one array, count once.
            names.dedup();
            lines.dedup();
        }
        Self { kind: kind.to_owned(), names, lines }
    }

    /// What a warning in JSON says.
    fn of(warning: &Value) -> Self {
        let error = &warning["error"];
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let line = |value: &Value| value["place"]["line"].as_u64().unwrap_or(0);
        let kind = text(&error["kind"]);
        let (names, lines) = match &*kind {
            "race" => (vec![text(&error["target"])], vec![line(&error["first"]), line(&error["second"])]),
            "deadlock" => {
                let cycle = error["cycle"].as_array().expect("a cycle");
                let name = |edge: &Value| plain_lock(&text(&edge["wants"]["name"]));
                (cycle.iter().map(name).collect(), cycle.iter().map(line).collect())
            }
            _ => (vec![text(&error["block"])], vec![line(&error["broken_by"])]),
        };
        Self::new(&kind, names, lines)
    }
}

impl Finding {
    /// What a finding in a result says; exceptions that come of an error are not told apart.
    fn of_result(finding: &Value) -> Option<Self> {
        let error = &finding["error"];
        if error["warning"].is_object() {
            let mut warning = error["warning"].clone();
            warning["kind"] = error["kind"].clone();
            return Some(Self::of(&serde_json::json!({ "error": warning })));
        }
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let participants = finding["participants"].as_array().cloned().unwrap_or_default();
        let lines = participants.iter().map(|side| side["place"]["line"].as_u64().unwrap_or(0)).collect();
        match &*text(&error["kind"]) {
            "race" => Some(Self::new("race", vec![text(&error["target"])], lines)),
            "deadlock" => {
                let locks = error["locks"].as_array().cloned().unwrap_or_default();
                Some(Self::new("deadlock", locks.iter().map(|lock| plain_lock(&text(lock))).collect(), lines))
            }
            _ => None,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} lines {:?}", self.kind, self.names.join(" "), self.lines)
    }
}

/// A lock's name without indices and without the file of an allocation.
fn plain_lock(name: &str) -> String {
    let mut plain = String::new();
    let mut inside = false;
    for c in name.chars() {
        inside = c == '[' || (inside && c != ']');
        if !inside || c == '[' {
            plain.push(c);
        }
    }
    match plain.split_once(" at ") {
        Some((class, place)) => format!("{class} at {}", place.rsplit(':').next().unwrap_or_default()),
        None => plain,
    }
}

#[derive(Default)]
struct Program {
    expected: BTreeSet<Finding>,
    allowed: BTreeSet<Finding>,
}

impl Program {
    fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap();
        let mut labels = BTreeMap::new();
        for (number, line) in text.lines().enumerate() {
            if let Some((_, comment)) = line.split_once("//").filter(|(code, _)| !code.is_empty()) {
                for label in comment.split_whitespace().filter_map(|word| word.strip_prefix('@')) {
                    labels.insert(label, number as u64 + 1);
                }
            }
        }
        let mut program = Self::default();
        for line in text.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match *words {
                ["//", "expect", kind, ref rest @ ..] => program.expected.insert(finding(path, kind, rest, &labels)),
                ["//", "allow", kind, ref rest @ ..] => program.allowed.insert(finding(path, kind, rest, &labels)),
                _ => false,
            };
        }
        program
    }
}

fn finding(path: &Path, kind: &str, words: &[&str], labels: &BTreeMap<&str, u64>) -> Finding {
    assert!(["race", "deadlock", "atomicity"].contains(&kind), "{}: no kind {kind}", path.display());
    let line = |word: &str| {
        let label = word.strip_prefix('@').unwrap_or(word);
        *labels.get(label).unwrap_or_else(|| panic!("{}: no label {word}", path.display()))
    };
    let (mut names, mut lines) = (Vec::new(), Vec::new());
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if *word == "new" {
            let (class, label) = (words.next().expect("a class"), words.next().expect("a label"));
            names.push(format!("new {class} at {}", line(label)));
        } else if word.starts_with('@') {
            lines.push(line(word));
        } else {
            names.push((*word).to_owned());
        }
    }
    Finding::new(kind, names, lines)
}

/// What is wrong with deadheat's judgement of a program.
fn judge(path: &Path, classes: &Path) -> Option<String> {
    let program = Program::read(path);
    let name = path.file_stem().unwrap().to_str().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("warnings.json");
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    command.env("JAVA_HOME", java_home()).args(["run", "--timeout", "60", "--warnings"]).arg(&file);
    let output = command.arg("-cp").arg(classes).arg(name).output().unwrap();
    let json: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap_or_default();
    let warnings = json["warnings"].as_array().cloned().unwrap_or_default();
    let found: BTreeSet<Finding> = warnings.iter().map(Finding::of).collect();
    let missed = program.expected.difference(&found).map(|finding| format!("  missed: {finding}\n"));
    let known = &program.expected | &program.allowed;
    let extra = found.difference(&known).map(|finding| format!("  extra:  {finding}\n"));
    let mut text: String = missed.chain(extra).collect();
    if output.status.code() != Some(0) {
        let stderr = String::from_utf8_lossy(&output.stderr);
        text.push_str(&format!("  exit code {:?}: {stderr}\n", output.status.code()));
    }
    if path.parent().is_some_and(|folder| folder.ends_with("clean")) && !known.is_empty() {
        text.push_str("  a clean program has no directives\n");
    }
    (!text.is_empty()).then(|| format!("{name}:\n{text}"))
}

/// What is wrong with a check of a program.
fn check(path: &Path, classes: &Path) -> Option<String> {
    let program = Program::read(path);
    let name = path.file_stem().unwrap().to_str().unwrap();
    let is_clean = path.parent().is_some_and(|folder| folder.ends_with("clean"));
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    command.env("JAVA_HOME", java_home()).args(["check", "--budget", "3,4", "--output"]).arg(folder.path());
    let output = command.arg("-cp").arg(classes).arg(name).output().unwrap();
    let text = fs::read_to_string(folder.path().join("result.json")).unwrap_or_default();
    let result: Value = serde_json::from_str(&text).unwrap_or_default();
    let findings = result["findings"].as_array().cloned().unwrap_or_default();
    let witnessed: Vec<&Value> = findings.iter().filter(|f| f["verdict"]["verdict"] == "witnessed").collect();
    let found: BTreeSet<Finding> = witnessed.iter().filter_map(|finding| Finding::of_result(finding)).collect();
    let missed = program.expected.difference(&found).map(|finding| format!("  not witnessed: {finding}\n"));
    let known = &program.expected | &program.allowed;
    let extra = found.difference(&known).map(|finding| format!("  wrongly witnessed: {finding}\n"));
    let mut text: String = missed.chain(extra).collect();
    if is_clean && !witnessed.is_empty() {
        text.push_str("  something is witnessed in a clean program\n");
    }
    if output.status.code() != Some(i32::from(!witnessed.is_empty())) {
        let stderr = String::from_utf8_lossy(&output.stderr);
        text.push_str(&format!("  exit code {:?}: {stderr}\n", output.status.code()));
    }
    for finding in witnessed {
        let file = folder.path().join(format!("{}.witness", finding["id"].as_str().unwrap_or_default()));
        let mut replay = Command::new(env!("CARGO_BIN_EXE_deadheat"));
        let replayed = replay.env("JAVA_HOME", java_home()).args(["replay", "--check"]).arg(&file).output().unwrap();
        if replayed.status.code() != Some(0) {
            text.push_str(&format!("  {} does not replay: {replayed:?}\n", finding["id"]));
        }
    }
    (!text.is_empty()).then(|| format!("{name}:\n{text}"))
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "java"));
    files.sort();
    files
}

/// What is wrong with all programs, by this judge.
fn failures(judge: impl Fn(&Path, &Path) -> Option<String> + Sync) -> String {
    let corpus = root().join("tests/corpus");
    let (buggy, clean) = (sources(&corpus.join("buggy")), sources(&corpus.join("clean")));
    assert!(buggy.len() >= 50 && clean.len() >= 50, "{} buggy, {} clean", buggy.len(), clean.len());
    let mut files = [buggy, clean].concat();
    let library = sources(&root().join("java/deadheat"));
    let classes = compile_files(&[files.clone(), library].concat());
    let only = std::env::var("ONLY").unwrap_or_default();
    files.retain(|path| path.file_stem().unwrap().to_str().unwrap().contains(&only));

    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Some(failure) = judge(path, classes.path()) {
                        failures.lock().unwrap().push(failure);
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    failures.concat()
}

#[test]
fn every_program_is_judged_as_it_says() {
    let failures = failures(judge);
    assert!(failures.is_empty(), "\n{failures}");
}

#[test]
fn every_error_is_witnessed_and_nothing_else() {
    let failures = failures(check);
    assert!(failures.is_empty(), "\n{failures}");
}

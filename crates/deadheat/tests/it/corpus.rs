//! Every program under `tests/corpus` is judged as its directives say. A run reports each `expect`, nothing beyond `expect` and
//! `allow`, and ends by itself; a check has a witness for each `expect`, which replays, and none for anything else.
//! `tests/corpus/README.md` explains the directives.
//!
//! `ONLY=Name cargo test corpus::` looks at the programs whose name contains `Name`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use deadheat_testing::corpus::{Expectation, Program, without_indices};
use deadheat_testing::java::{compile_files, java_home};
use deadheat_testing::parallel;
use serde_json::Value;

use crate::agreement;

/// What a warning in JSON says.
fn warned(warning: &Value) -> Expectation {
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
    Expectation::new(&kind, names, lines)
}

/// What a finding in a result says; exceptions that come of an error are not told apart.
fn found(finding: &Value) -> Option<Expectation> {
    let error = &finding["error"];
    if error["warning"].is_object() {
        let mut warning = error["warning"].clone();
        warning["kind"] = error["kind"].clone();
        return Some(warned(&serde_json::json!({ "error": warning })));
    }
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let participants = finding["participants"].as_array().cloned().unwrap_or_default();
    let lines = participants.iter().map(|side| side["place"]["line"].as_u64().unwrap_or(0)).collect();
    match &*text(&error["kind"]) {
        "race" => Some(Expectation::new("race", vec![text(&error["target"])], lines)),
        "deadlock" => {
            let locks = error["locks"].as_array().cloned().unwrap_or_default();
            Some(Expectation::new("deadlock", locks.iter().map(|lock| plain_lock(&text(lock))).collect(), lines))
        }
        _ => None,
    }
}

/// A lock's name without indices and without the file of an allocation.
fn plain_lock(name: &str) -> String {
    let plain = without_indices(name);
    match plain.split_once(" at ") {
        Some((class, place)) => format!("{class} at {}", place.rsplit(':').next().unwrap_or_default()),
        None => plain,
    }
}

/// What is wrong with deadheat's judgement of a program.
fn judge(program: &Program, classes: &Path) -> Option<String> {
    let name = &program.name;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("warnings.json");
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    command.env("JAVA_HOME", java_home()).args(["run", "--timeout", "60", "--warnings"]).arg(&file);
    let output = command.arg("-cp").arg(classes).arg(name).output().unwrap();
    let json: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap_or_default();
    let warnings = json["warnings"].as_array().cloned().unwrap_or_default();
    let found: BTreeSet<Expectation> = warnings.iter().map(warned).collect();
    let expected = BTreeSet::from_iter(program.expected());
    let missed = expected.difference(&found).map(|finding| format!("  missed: {finding}\n"));
    let known = &expected | &BTreeSet::from_iter(program.allowed());
    let extra = found.difference(&known).map(|finding| format!("  extra:  {finding}\n"));
    let mut text: String = missed.chain(extra).collect();
    if output.status.code() != Some(0) {
        let stderr = String::from_utf8_lossy(&output.stderr);
        text.push_str(&format!("  exit code {:?}: {stderr}\n", output.status.code()));
    }
    if is_clean(program) && !known.is_empty() {
        text.push_str("  a clean program has no directives\n");
    }
    (!text.is_empty()).then(|| format!("{name}:\n{text}"))
}

/// What is wrong with a check of a program.
fn check(program: &Program, classes: &Path) -> Option<String> {
    let name = &program.name;
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    command
        .env("JAVA_HOME", java_home())
        .args(["check", "--max-states", "2000", "--budget", "60,60", "--output"])
        .arg(folder.path());
    let output = command.arg("-cp").arg(classes).arg(name).output().unwrap();
    let text = fs::read_to_string(folder.path().join("result.json")).unwrap_or_default();
    let result: Value = serde_json::from_str(&text).unwrap_or_default();
    let findings = result["findings"].as_array().cloned().unwrap_or_default();
    let witnessed: Vec<&Value> = findings.iter().filter(|f| f["verdict"]["verdict"] == "witnessed").collect();
    let found: BTreeSet<Expectation> = witnessed.iter().filter_map(|finding| self::found(finding)).collect();
    let expected = BTreeSet::from_iter(program.expected());
    let missed = expected.difference(&found).map(|finding| format!("  not witnessed: {finding}\n"));
    let known = &expected | &BTreeSet::from_iter(program.allowed());
    let extra = found.difference(&known).map(|finding| format!("  wrongly witnessed: {finding}\n"));
    let mut text: String = missed.chain(extra).collect();
    if is_clean(program) && !witnessed.is_empty() {
        text.push_str("  something is witnessed in a clean program\n");
    }
    if output.status.code() != Some(i32::from(!witnessed.is_empty())) {
        let stderr = String::from_utf8_lossy(&output.stderr);
        text.push_str(&format!("  exit code {:?}: {stderr}\n", output.status.code()));
    }
    // A search of everything finds the same, whichever command makes it.
    if result["complete"] == true {
        text.extend(agreement::difference(&agreement::explored(classes, name, "2000"), &result));
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

fn is_clean(program: &Program) -> bool {
    program.file.parent().is_some_and(|folder| folder.ends_with("clean"))
}

/// What is wrong with all programs, by this judge.
fn failures(judge: impl Fn(&Program, &Path) -> Option<String> + Sync) -> String {
    let (buggy, clean) = (Program::read_folder("tests/corpus/buggy"), Program::read_folder("tests/corpus/clean"));
    assert!(buggy.len() >= 50 && clean.len() >= 50, "{} buggy, {} clean", buggy.len(), clean.len());
    let mut programs: Vec<Program> = buggy.into_iter().chain(clean).collect();
    let files: Vec<PathBuf> = programs.iter().map(|program| program.file.clone()).collect();
    let classes = compile_files(&files);
    let only = std::env::var("ONLY").unwrap_or_default();
    programs.retain(|program| program.name.contains(&only));
    parallel::map(&programs, |program| judge(program, classes.path())).into_iter().flatten().collect()
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

//! `check` and `explore` have one definition of what an error is: where both have seen everything they say the same. And which error is
//! which is decided by the program's own lines: the programs of `tests/explore` say what is to be told of them, and where. The programs of
//! `tests/corpus` are compared where they are checked (`corpus.rs`).

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use deadheat_testing::corpus::Program;
use deadheat_testing::java::{compile_files, java_home};
use deadheat_testing::parallel;
use serde_json::Value;

/// What a command says of a program.
fn result(options: &[&str], classes: &Path, name: &str) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    command.env("JAVA_HOME", java_home()).args(options).arg("--output").arg(folder.path());
    let output = command.arg("-cp").arg(classes).arg(name).output().unwrap();
    let text = fs::read_to_string(folder.path().join("result.json")).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_else(|_| panic!("{name}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// The findings that are errors: blocks that are not atomic show in no state, and only `check` looks for them.
fn errors(result: &Value) -> Vec<&Value> {
    let is_error = |finding: &&Value| {
        let certain = ["witnessed", "follows"].map(Value::from).contains(&finding["verdict"]["verdict"]);
        certain && finding["error"]["kind"] != "atomicity"
    };
    result["findings"].as_array().unwrap().iter().filter(is_error).collect()
}

/// A finding as the programs name it: verdict, kind, lines and, if there is one, the exception.
fn told(finding: &Value) -> String {
    let parts = finding["participants"].as_array().unwrap();
    let mut lines: Vec<u64> = parts.iter().map(|part| part["place"]["line"].as_u64().unwrap_or(0)).collect();
    lines.sort_unstable();
    let lines: Vec<String> = lines.iter().map(u64::to_string).collect();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    // A line may throw more than one exception.
    let exception = finding["error"]["message"].as_str().and_then(|message| message.split(':').next());
    let exception = exception.map(|name| format!(" {name}")).unwrap_or_default();
    let (verdict, kind) = (text(&finding["verdict"]["verdict"]), text(&finding["error"]["kind"]));
    format!("{verdict} {kind} {}{exception}", lines.join(","))
}

/// How the two results differ, if both have seen everything.
pub fn difference(explored: &Value, checked: &Value) -> Option<String> {
    if explored["complete"] != true || checked["complete"] != true {
        return None;
    }
    // What follows from a race depends on the way in which that was met.
    let ids = |result: &Value| -> BTreeSet<String> {
        let witnessed = errors(result).into_iter().filter(|finding| finding["verdict"]["verdict"] == "witnessed");
        witnessed.map(|finding| format!("{} {}", finding["id"], told(finding))).collect()
    };
    let (one, other) = (ids(explored), ids(checked));
    let (explore, check): (Vec<_>, Vec<_>) = (one.difference(&other).collect(), other.difference(&one).collect());
    (one != other).then(|| format!("  only explore: {explore:?}, only check: {check:?}\n"))
}

/// What `explore` says of a program.
pub fn explored(classes: &Path, name: &str, max_states: &str) -> Value {
    result(&["explore", "--workers", "1", "--max-states", max_states], classes, name)
}

/// What is wrong with what the commands say of a program.
fn judge(program: &Program, classes: &Path) -> Option<String> {
    let name = &program.name;
    let check = ["check", "--workers", "1", "--max-states", "3000", "--budget", "60,60"];
    let (explored, checked) = (explored(classes, name, "3000"), result(&check, classes, name));
    let complete = [&explored, &checked].map(|result| result["complete"] == true);
    let expected: BTreeSet<&str> = program.directives("told").collect();
    let mut text = String::new();
    if !expected.is_empty() {
        for (command, result) in [("explore", &explored), ("check", &checked)] {
            let found: BTreeSet<String> = errors(result).into_iter().map(told).collect();
            if !found.iter().map(String::as_str).eq(expected.iter().copied()) {
                text.push_str(&format!("  {command}: {found:?}, expected {expected:?}\n"));
            }
        }
        if complete != [true, true] {
            text.push_str("  not all was searched\n");
        }
    }
    text.extend(difference(&explored, &checked));
    (!text.is_empty()).then(|| format!("{name}:\n{text}"))
}

#[test]
fn small_programs() {
    let mut programs = Program::read_folder("tests/explore");
    let files: Vec<_> = programs.iter().map(|program| program.file.clone()).collect();
    let classes = compile_files(&files);
    let only = std::env::var("ONLY").unwrap_or_default();
    programs.retain(|program| program.name.contains(&only));
    let failures = parallel::map(&programs, |program| judge(program, classes.path()));
    let failures: String = failures.into_iter().flatten().collect();
    assert!(failures.is_empty(), "{failures}");
}

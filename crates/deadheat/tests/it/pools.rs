//! Pools of threads that were never shut down are notes, and their idle workers have no part in errors: `tests/pools/README.md`.

use std::fs;
use std::path::Path;
use std::process::Command;

use deadheat_testing::corpus::Program;
use deadheat_testing::java::{compile_files, java_home};
use deadheat_testing::parallel;
use serde_json::Value;

/// What is wrong with a command's judgement of a program.
fn judge(command: &str, program: &Program, classes: &Path) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let mut deadheat = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    let deadheat = deadheat.env("JAVA_HOME", java_home()).args([command, "--output"]).arg(folder.path());
    let output = deadheat.arg("-cp").arg(classes).arg(&program.name).output().unwrap();
    let all = [&output.stdout[..], &output.stderr[..]].concat();
    let text = String::from_utf8(all).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    let result = fs::read_to_string(folder.path().join("result.json")).unwrap_or_default();
    let result: Value = serde_json::from_str(&result).unwrap_or_default();
    let mut wrong = Vec::new();
    let mut must = |holds: bool, what: &str| {
        if !holds {
            wrong.push(format!("{command} {}: {what}\n{text}", program.name));
        }
    };
    let leaves: Vec<&str> = program.directives("leaves").collect();
    leaves.iter().for_each(|note| must(text.contains(note), "the note is missing"));
    let pools = result["idle_pools"].as_array().map_or(0, Vec::len);
    must(pools == leaves.len(), "other pools");
    let finds: Vec<&str> = program.directives("finds").collect();
    must(output.status.code() == Some(i32::from(!finds.is_empty())), "another exit code");
    if command != "run" {
        let findings = result["findings"].as_array().cloned().unwrap_or_default();
        must(findings.len() == finds.len(), "other findings");
        finds.iter().for_each(|title| must(text.contains(title), "a finding is missing"));
        let participants = findings.iter().flat_map(|finding| finding["participants"].as_array().unwrap());
        let stuck: Vec<String> = participants.map(|part| part["place"]["line"].to_string()).collect();
        must(stuck == program.directives("stuck").collect::<Vec<_>>(), &format!("stuck at {stuck:?}"));
    }
    wrong
}

#[test]
fn pools_left_behind_are_notes() {
    let programs = Program::read_folder("tests/pools");
    assert!(programs.len() >= 7);
    let classes = compile_files(&programs.iter().map(|program| program.file.clone()).collect::<Vec<_>>());
    let commands = ["run", "check", "explore"];
    let cases: Vec<_> =
        commands.into_iter().flat_map(|command| programs.iter().map(move |one| (command, one))).collect();
    let wrong = parallel::map(&cases, |(command, program)| judge(command, program, classes.path()));
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

//! What a program needs and deadheat does not have is told as that, and is no finding: `tests/needs/README.md`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use deadheat_testing::corpus::Program;
use deadheat_testing::java::{compile_files, java_home};
use deadheat_testing::parallel;
use serde_json::Value;

fn deadheat(command: &str, classes: &Path, output: &Path, name: &str) -> Output {
    let mut deadheat = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    let deadheat = deadheat.env("JAVA_HOME", java_home()).args([command, "--output"]).arg(output).arg("-cp");
    deadheat.arg(classes).arg(name).output().unwrap()
}

/// What is wrong with a command's judgement of a program.
fn judge(command: &str, program: &Program, classes: &Path) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let output = deadheat(command, classes, folder.path(), &program.name);
    let all = [&output.stdout[..], &output.stderr[..]].concat();
    let text = String::from_utf8(all).unwrap().split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let file = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap_or_default();
    let result: Value = serde_json::from_str(&file("result.json")).unwrap_or_default();
    let sarif: Value = serde_json::from_str(&file("report.sarif")).unwrap_or_default();
    let mut wrong = Vec::new();
    let mut must = |holds: bool, what: &str| {
        if !holds {
            wrong.push(format!("{} {}: {what}\n{text}", command, program.name));
        }
    };
    let finds: Vec<&str> = program.directives("finds").collect();
    let fatal: Vec<_> = program.directives("needs").map(|need| (need, "which deadheat does not have")).collect();
    let other = program.directives("goes-on").map(|need| (need, "which deadheat does not have; it went on without"));
    for (need, end) in fatal.iter().copied().chain(other) {
        must(text.contains(&format!("this program needs {need}, {end}").to_lowercase()), "the need is not told");
    }
    let has_fatal = !fatal.is_empty();
    must(result["needs"].as_array().is_some_and(|needs| needs.len() == 1), "not one need in the result");
    must(result["needs"][0]["fatal"] == has_fatal, "the need is not what it should be");
    must(result["complete"] == false && !text.contains("whole state space"), "it claims to be complete");
    let findings = result["findings"].as_array().cloned().unwrap_or_default();
    must(findings.len() == finds.len(), "other findings");
    finds.iter().for_each(|title| must(text.contains(&title.to_lowercase()), "a finding is missing"));
    let invocation = &sarif["runs"][0]["invocations"][0];
    must(invocation["executionSuccessful"] == !has_fatal, "SARIF does not say how it went");
    must(invocation["toolExecutionNotifications"].as_array().is_some_and(|told| told.len() == 1), "SARIF is silent");
    // A run does not prove what it warns of.
    let code = match command {
        "run" if has_fatal => 2,
        "run" => 0,
        _ if !finds.is_empty() => 1,
        _ => 2,
    };
    must(output.status.code() == Some(code), &format!("exit code {:?}", output.status.code()));
    wrong
}

#[test]
fn gaps_are_no_findings() {
    let programs = Program::read_folder("tests/needs");
    assert!(programs.len() >= 6);
    let classes = compile_files(&programs.iter().map(|program| program.file.clone()).collect::<Vec<_>>());
    let cases: Vec<(&str, &Program)> = ["run", "check", "explore"]
        .into_iter()
        .flat_map(|command| programs.iter().map(move |one| (command, one)))
        .collect();
    let wrong = parallel::map(&cases, |(command, program)| judge(command, program, classes.path()));
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

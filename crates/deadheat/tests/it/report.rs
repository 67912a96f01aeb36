//! `deadheat report` from outside.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn fixture(name: &str) -> String {
    let fixtures: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../report/tests/fixtures");
    fixtures.join(name).display().to_string()
}

fn report(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_deadheat")).arg("report").args(args).output().unwrap()
}

fn told(args: &[&str]) -> String {
    let output = report(args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_form() {
    let race = fixture("race.json");
    let text = told(&[&race, "--source", &fixture("source")]);
    assert!(
        text.contains("witnessed: data race on bank.Account.balance") && text.contains("balance = balance + amount;")
    );
    // Not on a terminal: no colours unless asked for.
    assert!(!text.contains('\u{1b}'));
    assert!(told(&[&race, "--color", "always"]).contains('\u{1b}'));
    assert!(told(&[&race, "--format", "json"]).contains("\"version\": 2"));
    assert!(told(&[&race, "--format", "sarif"]).contains("\"2.1.0\""));
    assert!(told(&[&race, "--format", "perfetto"]).contains("traceEvents"));
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("report.html");
    assert!(told(&[&race, "--format", "html", "--output", page.to_str().unwrap()]).is_empty());
    assert!(fs::read_to_string(page).unwrap().starts_with("<!doctype html>"));
}

#[test]
fn comparisons() {
    let diff = told(&["--diff", &fixture("race.json"), &fixture("deadlock.json")]);
    assert!(diff.ends_with("1 new, 2 fixed, 0 unchanged\n"), "{diff}");
}

#[test]
fn what_is_no_result() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("r.json");
    for (text, part) in [
        ("", "is not a result of deadheat"),
        ("{\"version\": 1, \"findings\": 3}", "is not a result of deadheat"),
        ("{\"version\": 99}", "version 99"),
        ("\u{0}\u{1}", "is not a result of deadheat"),
    ] {
        fs::write(&file, text).unwrap();
        let output = report(&[file.to_str().unwrap()]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(
            message.starts_with("deadheat: error: ") && message.contains(part) && message.lines().count() == 1,
            "{message}"
        );
        assert!(output.stdout.is_empty());
    }
    assert_eq!(report(&["/no/such/result.json"]).status.code(), Some(2));
    assert_eq!(report(&[]).status.code(), Some(2));
}

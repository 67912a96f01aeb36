//! The `deadheat` command from outside: what it says to bad input.

use std::fs;
use std::process::{Command, Output};

fn deadheat(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_deadheat")).args(args).output().unwrap()
}

/// Runs with bad input: exit code 2, nothing on stdout, and a last line that is the error.
fn complaint(args: &[&str]) -> String {
    let output = deadheat(args);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(output.stdout.is_empty());
    let last = text.lines().last().unwrap_or_default().to_owned();
    assert!(last.starts_with("deadheat: error: "), "{text}");
    last
}

#[test]
fn help_and_version_are_told() {
    for args in [&["--help"][..], &["run", "--help"], &["--version"], &["run", "-h"]] {
        let output = deadheat(args);
        assert!(output.status.success() && output.stderr.is_empty());
        assert!(String::from_utf8(output.stdout).unwrap().contains("deadheat"));
    }
}

#[test]
fn bad_command_lines() {
    assert!(complaint(&[]).contains("there is nothing to do"));
    assert!(complaint(&["walk"]).contains("'walk'"));
    assert!(complaint(&["run"]).contains("there is no program to run"));
    assert!(complaint(&["run", "-Xcomposition", "Main"]).contains("leave it out"));
    assert!(complaint(&["run", "--seed", "many", "Main"]).contains("--seed"));
    assert!(complaint(&["run", "-jar", "/no/such.jar"]).contains("/no/such.jar"));
    assert!(complaint(&["run", "/no/Such.java"]).contains("/no/Such.java"));
}

#[test]
fn no_jdk() {
    let output = Command::new(env!("CARGO_BIN_EXE_deadheat"))
        .args(["run", "Main"])
        .env_remove("JAVA_HOME")
        .env("PATH", "/no/such/folder")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text.starts_with("deadheat: error: no JDK found") && text.contains("JAVA_HOME"), "{text}");
    assert_eq!(text.lines().count(), 1);
}

#[test]
fn a_source_that_does_not_compile() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("Bad.java");
    fs::write(&file, "class Bad { int x = \"text\"; }").unwrap();
    let output = deadheat(&["run", file.to_str().unwrap()]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("incompatible types") && text.contains("does not compile"), "{text}");
    fs::write(&file, "// nothing here").unwrap();
    assert!(complaint(&["run", file.to_str().unwrap()]).contains("declares no class"));
}

//! The tests of a real library, commons-pool2, as its authors wrote them: what is witnessed in them must be what a person has judged
//! (`tests/software/commons-pool2.findings`). Which of it is found in the time that there is, may differ.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use deadheat_testing::java::{compile_with_class_path, java_home};
use deadheat_testing::repository;

use serde_json::Value;

use crate::junit::{JUPITER, engines, text};
use crate::software::libraries::{in_a_line, judged};

/// What the tests use besides.
const MORE: &[&str] = &["cglib.jar", "asm.jar", "hamcrest.jar", "bcel.jar"];

fn java_files(at: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(at).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            java_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "java") {
            found.push(path);
        }
    }
}

/// Checks these tests of the library, or all.
fn check(select: &[&str], budget: &str) {
    let Some(jars) = engines(&[JUPITER, MORE]) else { return };
    let sources = std::env::var_os("DEADHEAT_SOURCES").filter(|folder| !folder.is_empty());
    let Some(library) = sources.map(|folder| Path::new(&folder).join("commons-pool2")).filter(|folder| folder.is_dir())
    else {
        // Not every mirror has sources, so that is no failure in CI.
        eprintln!("SKIPPED: tests of commons-pool2; `make test` fetches its sources into DEADHEAT_SOURCES");
        return;
    };
    let mut files = Vec::new();
    java_files(&library.join("src/main/java"), &mut files);
    java_files(&library.join("src/test/java"), &mut files);
    let classes = compile_with_class_path(&files, &jars);
    let results = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    command.current_dir(&library).env("JAVA_HOME", java_home()).args(["test", "--budget", budget, "--output"]);
    command.arg(results.path()).args(select.iter().flat_map(|test| ["--select", test]));
    let resources = library.join("src/test/resources");
    command.args(["-cp", &format!("{}:{}:{jars}", classes.path().display(), resources.display())]);
    let began = std::time::Instant::now();
    let done = command.output().unwrap();
    let said = text(&done);
    println!("{}\n{:.0} s", said.lines().last().unwrap_or_default(), began.elapsed().as_secs_f64());
    let result: Value = serde_json::from_str(&fs::read_to_string(results.path().join("result.json")).unwrap()).unwrap();
    assert!(result["tests"].as_array().is_some_and(|tests| !tests.is_empty()), "{said}");
    let judged = judged(&repository("tests/software/commons-pool2.findings"));
    let witnessed = result["findings"].as_array().unwrap().iter().filter(|finding| counts(finding)).map(in_a_line);
    let unknown: BTreeSet<String> = witnessed.filter(|line| !judged.contains(line)).collect();
    assert!(unknown.is_empty(), "not judged: {unknown:#?}\n{said}");
    assert!(matches!(done.status.code(), Some(0 | 1)), "{said}");
}

/// What was proved, without a wait of seconds that ends too soon.
fn counts(finding: &Value) -> bool {
    finding["verdict"]["verdict"] == "witnessed" && finding["witness"]["condition"]["kind"] != "timeout"
}

/// A part that takes seconds: its blocking deque, on which everything else stands, and pools behind proxies.
#[test]
fn a_part() {
    check(&["TestLinkedBlockingDeque#test*Take*", "TestProxiedObjectPoolWith*#testBorrowObject"], "2,4");
}

#[test]
#[ignore = "takes minutes: `make test-library`"]
fn all() {
    check(&[], "5,10");
}

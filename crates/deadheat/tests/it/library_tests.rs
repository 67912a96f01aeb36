//! The tests of a real library, commons-pool2, as its authors wrote them: what deadheat says of each must be that it passes, or what a person has
//! judged (`tests/software/commons-pool2.tests`).

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use deadheat_testing::java::{compile_with_class_path, java_home};
use deadheat_testing::{repository, skip};

use crate::junit::{JUPITER, engines, outcomes, text};

/// What the tests use besides.
const MORE: &[&str] = &["cglib.jar", "asm.jar", "hamcrest.jar", "bcel.jar"];

/// The judgements: by the name of a test, or of all of a class, what may become of it.
fn judged() -> BTreeMap<String, Vec<String>> {
    let file = repository("tests/software").join("commons-pool2.tests");
    let text = fs::read_to_string(file).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with([' ', '#']) && !line.is_empty());
    lines
        .map(|line| {
            let mut words = line.split(' ').map(str::to_owned);
            (words.next().unwrap(), words.collect())
        })
        .collect()
}

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
        return skip("tests of commons-pool2", "`make test` fetches its sources into DEADHEAT_SOURCES");
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
    let (found, judged) = (outcomes(results.path()), judged());
    assert!(!found.is_empty(), "{said}");
    for (test, (outcome, _)) in &found {
        let name = test.rsplit('.').next().unwrap_or(test);
        let class = name.split('#').next().unwrap_or(name);
        let allowed = judged.get(name).or_else(|| judged.get(class));
        let is_judged = allowed.is_some_and(|allowed| allowed.contains(outcome));
        assert!(outcome == "passed" || is_judged, "{test}: {outcome}, {allowed:?}\n{said}");
    }
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

//! What depends on the version of the JDK: which class files it takes, and whether it has a compiler.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::LazyLock;

use deadheat_testing::java::{all_jdks, compile, feature_of, java_home};
use tempfile::TempDir;

const GUEST: &str =
    "public class Guest { public static void main(String[] args) { System.out.println(args.length); } }";

/// The guest, with another version in its class file.
fn guest(major: u16, minor: u16) -> TempDir {
    static CLASSES: LazyLock<TempDir> = LazyLock::new(|| compile("Guest", GUEST));
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = fs::read(CLASSES.path().join("Guest.class")).unwrap();
    bytes[4..6].copy_from_slice(&minor.to_be_bytes());
    bytes[6..8].copy_from_slice(&major.to_be_bytes());
    fs::write(folder.path().join("Guest.class"), bytes).unwrap();
    folder
}

fn run(home: &Path, classes: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    command.env("JAVA_HOME", home).args(["run", "-cp"]).arg(classes).args(["Guest", "a", "b"]).output().unwrap()
}

fn runs(home: &Path, major: u16) {
    let output = run(home, guest(major, 0).path());
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && output.stdout == b"2\n", "version {major}: {text}");
}

fn refuses(home: &Path, major: u16, minor: u16, why: &str) {
    let output = run(home, guest(major, minor).path());
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("java.lang.UnsupportedClassVersionError: Guest") && text.contains(why), "{text}");
}

/// The version of class files that a JDK writes.
fn newest(home: &Path) -> u16 {
    44 + feature_of(home) as u16
}

#[test]
fn class_files_up_to_the_version_of_the_jdk() {
    for home in all_jdks() {
        let newest = newest(&home);
        for major in [52, 55, 61, newest] {
            runs(&home, major);
        }
        let above = newest + 1;
        refuses(&home, above, 0, &format!("only recognizes class file versions up to {newest}.0"));
        refuses(&home, 60, u16::MAX, "was compiled with preview features that are unsupported");
    }
}

#[test]
fn a_source_needs_a_compiler() {
    // All of the JDK but its programs.
    let home = tempfile::tempdir().unwrap();
    for name in ["lib", "release"] {
        std::os::unix::fs::symlink(java_home().join(name), home.path().join(name)).unwrap();
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("Guest.java");
    fs::write(&file, GUEST).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    let output = command.env("JAVA_HOME", home.path()).arg("run").arg(&file).output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(text.contains("has no bin/javac") && text.contains("full JDK"), "{text}");
}

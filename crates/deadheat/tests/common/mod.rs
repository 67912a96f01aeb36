//! The JDK and the guests that the tests use.

#![allow(dead_code, missing_docs, reason = "each test file uses its own part of this")]

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

pub mod subjects;

#[path = "../../../guest-java/tests/common/java_home.rs"]
mod java_home;
pub use java_home::java_home;

/// A JDK 21 to test with besides; none, with a message, where the tests have not been given one.
pub fn jdk21() -> Option<PathBuf> {
    let home = std::env::var_os("DEADHEAT_JDK21").filter(|home| !home.is_empty());
    if home.is_none() {
        eprintln!("skipped: DEADHEAT_JDK21 does not name a JDK 21 (`make test` looks for one)");
    }
    home.map(PathBuf::from)
}

/// Compiles one source file into a folder of its own.
pub fn compile(source: &str, name: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(format!("{name}.java"));
    fs::write(&file, source).unwrap();
    let done = Command::new(java_home().join("bin/javac")).arg("-d").arg(folder.path()).arg(&file).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    folder
}

/// The folder of the whole project.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Compiles source files together into a new folder.
pub fn compile_files(files: &[PathBuf]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut javac = Command::new(java_home().join("bin/javac"));
    javac.args(["-nowarn", "-Xlint:none", "-proc:none", "-d"]).arg(folder.path()).args(files);
    let done = javac.output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    folder
}

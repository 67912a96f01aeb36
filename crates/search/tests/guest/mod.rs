//! Java programs for tests, compiled by the JDK that also lends its class library.
#![allow(dead_code, missing_docs, reason = "each test file uses its own part of this")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use deadheat_guest_java::{Config, Jvm};
use tempfile::TempDir;

#[path = "../../../guest-java/tests/common/java_home.rs"]
mod java_home;
pub use java_home::java_home;

/// Programs by name, with what is to be found in each, as its first lines say.
pub struct Corpus {
    pub programs: BTreeMap<String, Vec<String>>,
    /// Those whose end states differ in what is no concern of the guest, so that a reduced search need not reach them all.
    fewer_ends: BTreeSet<String>,
    classes: TempDir,
}

impl Corpus {
    pub fn has_fewer_ends(&self, program: &str) -> bool {
        self.fewer_ends.contains(program)
    }

    pub fn boot(&self, program: &str, names: &[(u32, u32, u32)]) -> Jvm {
        self.boot_with(program, &[], |config| config.thread_names = names.to_vec())
    }

    pub fn boot_with(&self, program: &str, args: &[&str], set: impl FnOnce(&mut Config)) -> Jvm {
        let mut config = Config::new(java_home(), vec![self.classes.path().to_owned()], program);
        config.heap = 64 << 20;
        config.args = args.iter().map(|arg| (*arg).to_owned()).collect();
        set(&mut config);
        Jvm::new(&config).unwrap_or_else(|error| panic!("{program}: {error}"))
    }
}

/// The programs in `tests/explore`.
pub fn compile() -> Corpus {
    compile_folder("tests/explore")
}

/// The programs in a folder of the repository.
pub fn compile_folder(folder: &str) -> Corpus {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "java"));
    let classes = tempfile::tempdir().unwrap();
    let done = Command::new(java_home().join("bin/javac"))
        .args(["-g", "-nowarn", "-d"])
        .arg(classes.path())
        .args(&files)
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let expectation = |file: &PathBuf| {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(file).unwrap();
        let lines = text.lines().filter_map(|line| line.strip_prefix("// finds: ")).map(str::to_owned).collect();
        (name, lines)
    };
    let fewer =
        |file: &&PathBuf| fs::read_to_string(file).unwrap().lines().any(|line| line.starts_with("// fewer ends: "));
    let fewer_ends = files.iter().filter(fewer).map(|file| expectation(file).0).collect();
    Corpus { programs: files.iter().map(expectation).collect(), fewer_ends, classes }
}

//! Java programs for tests, compiled by the JDK that also lends its class library.
#![allow(missing_docs, reason = "helpers of tests")]

use std::collections::{BTreeMap, BTreeSet};

use deadheat_guest_java::{Config, Jvm};
use deadheat_machine::Machine;
use deadheat_testing::corpus::Program;
use deadheat_testing::java::{self, java_home};
use tempfile::TempDir;

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
        let mut jvm = Jvm::new(&config).unwrap_or_else(|error| panic!("{program}: {error}"));
        // Searches need machines that keep states from the start.
        jvm.snapshot();
        jvm
    }
}

/// The programs in `tests/explore`.
pub fn compile() -> Corpus {
    compile_folder("tests/explore")
}

/// The programs in a folder of the repository.
pub fn compile_folder(folder: &str) -> Corpus {
    let classes = java::compile_folder(folder);
    let programs = Program::read_folder(folder);
    let fewer = programs.iter().filter(|program| program.directives("fewer ends").next().is_some());
    let fewer_ends = fewer.map(|program| program.name.clone()).collect();
    let finds = |program: &Program| program.directives("finds").map(str::to_owned).collect();
    let programs = programs.iter().map(|program| (program.name.clone(), finds(program))).collect();
    Corpus { programs, fewer_ends, classes }
}

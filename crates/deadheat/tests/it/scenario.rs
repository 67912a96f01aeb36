//! The scenarios for predictions from one run (`benches/scenarios`, after Carril 2015, Table 1), and what a check says of them.

#![allow(dead_code, missing_docs, reason = "tests and benches use each their own part of this")]

use std::collections::BTreeSet;
use std::path::Path;

use deadheat_testing::corpus::{Expectation, Program};
use deadheat_testing::java::compile_folder;
use deadheat_witness::result::{FoundError, Technique, Verdict};
use tempfile::TempDir;

use crate::subject::{Checked, check_program};

const FOLDER: &str = "benches/scenarios";

/// Everything but the recorded run and its reorderings.
pub const WITHOUT: &str = "extension,active-testing,suspicion,target,exclusion,hint,chopping,window,walks,search";

/// The same, but pairs that are no warnings are reordered, too.
pub const WITHOUT_BUT_SUSPICION: &str = "extension,active-testing,target,exclusion,hint,chopping,window,walks,search";

/// All scenarios, by name.
pub fn scenarios() -> Vec<Program> {
    Program::read_folder(FOLDER)
}

/// Compiles all of them.
pub fn compile() -> TempDir {
    compile_folder(FOLDER)
}

/// Checks a scenario with one recorded run and its reorderings.
pub fn check(deadheat: &str, classes: &Path, scenario: &Program) -> Checked {
    let suspects = scenario.directives("needs").any(|need| need == "suspicion");
    check_without(deadheat, classes, scenario, if suspects { WITHOUT_BUT_SUSPICION } else { WITHOUT })
}

/// Checks a scenario without some techniques.
pub fn check_without(deadheat: &str, classes: &Path, scenario: &Program, without: &str) -> Checked {
    check_program(deadheat, classes, &scenario.name, &[], &["--workers", "1", "--without", without])
}

/// The locations of races among these errors.
pub fn locations(errors: &[Expectation]) -> BTreeSet<String> {
    errors.iter().filter(|error| error.kind == "race").flat_map(|error| error.names.clone()).collect()
}

/// The locations of witnessed races, and what found the first at each.
pub fn found(checked: &Checked) -> Vec<(String, Technique)> {
    let mut found: Vec<(String, Technique)> = Vec::new();
    for finding in &checked.result.findings {
        let FoundError::Race { target, .. } = &finding.error else { continue };
        let Verdict::Witnessed { technique } = finding.verdict else { continue };
        if found.iter().all(|(known, _)| known != target) {
            found.push((target.clone(), technique));
        }
    }
    found
}

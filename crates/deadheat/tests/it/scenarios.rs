//! Table 1 of Carril 2015 again: 20 scenarios with 14 races, each race found from one recorded run, and its witness replayed.
//!
//! `benches/scenarios/README.md` explains the directives.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use deadheat_testing::corpus::{Expectation, Program};
use deadheat_testing::java::java_home;
use deadheat_testing::parallel;
use deadheat_witness::result::{Finding, FoundError, Technique, Verdict};
use serde_json::Value;

use crate::scenario::{WITHOUT, check, check_without, compile, found, locations, scenarios};
use crate::subject::{Checked, is};

const DEADHEAT: &str = env!("CARGO_BIN_EXE_deadheat");

/// What the paper's table counts.
const SCENARIOS: usize = 20;
const RACES: usize = 14;

#[test]
fn every_race_is_found_from_one_run() {
    let (classes, scenarios) = (compile(), scenarios());
    assert_eq!(scenarios.len(), SCENARIOS);
    let results = parallel::map(&scenarios, |scenario| judge(scenario, classes.path()));
    let failures: Vec<String> = results.iter().flat_map(|(_, failures)| failures.clone()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!(results.iter().map(|(races, _)| races).sum::<usize>(), RACES);
}

/// How many locations of races are witnessed, and what is not as it should be.
fn judge(scenario: &Program, classes: &Path) -> (usize, Vec<String>) {
    let checked = check(DEADHEAT, classes, scenario);
    let mut failures = Vec::new();
    let mut fail = |what: String| failures.push(format!("{}: {what}", scenario.name));
    let (expected, allowed) = (scenario.expected(), scenario.allowed());
    for error in &expected {
        if !matches!(checked.technique(error), Some(Technique::Run | Technique::Prediction)) {
            fail(format!("{error} is not witnessed: {:?}", checked.technique(error)));
        }
    }
    for finding in checked.result.findings.iter().filter(|finding| is_witnessed(finding)) {
        if !expected.iter().chain(&allowed).any(|error| is(error, finding)) {
            fail(format!("{:?} is witnessed", finding.error));
        }
        if !replays(&checked, finding) {
            fail(format!("the witness of {:?} does not replay", finding.error));
        }
    }
    let unproved = unproved(&checked, &allowed);
    if unproved != warned(scenario) {
        fail(format!("warnings without a witness: {unproved:?}"));
    }
    if checked.exit_code != Some(i32::from(!expected.is_empty())) {
        fail(format!("exit code {:?}", checked.exit_code));
    }
    let races: BTreeSet<String> = found(&checked).into_iter().map(|(location, _)| location).collect();
    if races != locations(&expected) {
        fail(format!("races are found at {races:?}"));
    }
    (races.len(), failures)
}

/// What only suspicion takes up has no warning, so there is nothing to be reordered without it. When this fails, `needs` can go.
#[test]
fn what_needs_suspicion_is_missed_without() {
    let classes = compile();
    for scenario in scenarios().iter().filter(|scenario| scenario.directives("needs").next().is_some()) {
        let checked = check_without(DEADHEAT, classes.path(), scenario, WITHOUT);
        assert!(checked.result.findings.is_empty(), "{}: found by the run and its reorderings", scenario.name);
    }
}

/// Reorderings cannot show that there is none; a check with all techniques can.
#[test]
fn what_only_warns_is_no_dead_heat() {
    let classes = compile();
    for scenario in scenarios().iter().filter(|scenario| !warned(scenario).is_empty()) {
        let checked = check_without(DEADHEAT, classes.path(), scenario, "walks");
        assert!(checked.result.complete, "{}: not every state was seen", scenario.name);
        let races: BTreeSet<String> = found(&checked).into_iter().map(|(location, _)| location).collect();
        assert_eq!(races, locations(&scenario.expected()), "{}", scenario.name);
    }
}

#[test]
fn lock_orders_hide_races_from_happens_before() {
    let (classes, scenarios) = (compile(), scenarios());
    let mut hidden = 0;
    for scenario in &scenarios {
        let seen = happens_before(scenario, classes.path());
        for location in locations(&scenario.expected()) {
            let is_hidden = scenario.directives("hidden").any(|other| other == location);
            assert_ne!(seen.contains(&location), is_hidden, "{location}: {seen:?}");
            hidden += usize::from(is_hidden);
        }
    }
    assert!(hidden >= 5, "{hidden}");
}

/// Where happens-before sees races in the run that predictions are made from.
fn happens_before(scenario: &Program, classes: &Path) -> BTreeSet<String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("warnings.json");
    let mut run = Command::new(DEADHEAT);
    run.env("JAVA_HOME", java_home()).args(["run", "--analyses", "happens-before", "--warnings"]).arg(&file);
    let output = run.arg("-cp").arg(classes).arg(&scenario.name).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}: {output:?}", scenario.name);
    let json: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    let warnings = json["warnings"].as_array().cloned().unwrap_or_default();
    warnings.iter().filter_map(|warning| warning["error"]["target"].as_str().map(str::to_owned)).collect()
}

fn is_witnessed(finding: &Finding) -> bool {
    matches!(finding.verdict, Verdict::Witnessed { .. })
}

/// Where a scenario says that races are warned of and not there.
fn warned(scenario: &Program) -> BTreeSet<String> {
    scenario.directives("warned").map(str::to_owned).collect()
}

/// The locations of races that are warned of and not witnessed, and whatever else is not allowed.
fn unproved(checked: &Checked, allowed: &[Expectation]) -> BTreeSet<String> {
    let findings = checked.result.findings.iter().filter(|finding| !is_witnessed(finding));
    let others = findings.filter(|finding| !allowed.iter().any(|error| is(error, finding)));
    others
        .map(|finding| match &finding.error {
            FoundError::Race { target, .. } => target.clone(),
            other => format!("{other:?}"),
        })
        .collect()
}

fn replays(checked: &Checked, finding: &Finding) -> bool {
    let mut replay = Command::new(DEADHEAT);
    replay.arg("replay").arg("--check").arg(checked.witness(finding)).env("JAVA_HOME", java_home());
    replay.output().unwrap().status.code() == Some(0)
}

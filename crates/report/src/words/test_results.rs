//! Tests in words.

use deadheat_witness::result::{TestOutcome, TestResult};

use super::count;

/// What became of a test, in a few words.
#[must_use]
pub fn test_outcome(test: &TestResult) -> String {
    let with = |what: &str| {
        let first = test.message.lines().next().unwrap_or_default();
        if first.is_empty() { what.to_owned() } else { format!("{what}: {first}") }
    };
    let runs = || count(test.passed + test.failed, "run");
    match (test.outcome, test.complete) {
        (TestOutcome::Passed, true) if !test.message.is_empty() => with("passed or was skipped, as the schedule is"),
        (TestOutcome::Passed, true) => "passed under all schedules".to_owned(),
        (TestOutcome::Passed, false) => format!("passed in {}", runs()),
        (TestOutcome::Erroneous, _) => {
            let passed = if test.passed > 0 { "passed, but has" } else { "has" };
            format!("{passed} {}", count(test.findings.len() as u64, "error"))
        }
        (TestOutcome::TimesOut, _) => "passed, unless a wait of seconds ends too soon".to_owned(),
        (TestOutcome::Fails, _) => with("FAILS under some schedules"),
        (TestOutcome::Hangs, true) if test.passed == 0 => "HANGS under all schedules".to_owned(),
        (TestOutcome::Hangs, _) => "HANGS under some schedules".to_owned(),
        (TestOutcome::Broken, true) => with("BROKEN, fails under all schedules"),
        (TestOutcome::Broken, false) => with(&format!("BROKEN, failed in {}", all(test.failed))),
        (TestOutcome::Skipped, _) => with("skipped"),
        (TestOutcome::NotChecked, _) => with("NOT CHECKED"),
    }
}

fn all(runs: u64) -> String {
    match runs {
        0 => "every run".to_owned(),
        1 => "the one run that was made".to_owned(),
        _ => format!("all {runs} runs"),
    }
}

/// All tests in a line.
#[must_use]
pub fn tests_summary(tests: &[TestResult]) -> String {
    let of = |outcome: TestOutcome| tests.iter().filter(|test| test.outcome == outcome).count();
    let all = tests.iter().filter(|test| test.outcome == TestOutcome::Passed && test.complete).count();
    let mut parts = Vec::new();
    for (outcome, words) in [
        (TestOutcome::Passed, "passed"),
        (TestOutcome::Erroneous, "with errors that they do not notice"),
        (TestOutcome::TimesOut, "passed unless a wait of seconds ends too soon"),
        (TestOutcome::Fails, "fail under some schedules"),
        (TestOutcome::Hangs, "hang"),
        (TestOutcome::Broken, "just broken"),
        (TestOutcome::Skipped, "skipped"),
        (TestOutcome::NotChecked, "not checked"),
    ] {
        match of(outcome) {
            0 => {}
            passed if outcome == TestOutcome::Passed => {
                parts.push(format!("{passed} passed ({all} under all schedules)"));
            }
            some => parts.push(format!("{some} {words}")),
        }
    }
    format!("{}: {}", count(tests.len() as u64, "test"), parts.join(", "))
}

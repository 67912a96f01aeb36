//! What became of a test.
//!
//! That a test passes under *all* schedules is only said where every state was searched. That it fails under all of them is said of the runs that
//! were made, or of all schedules where every state was searched and none let it pass.

use deadheat_event::ErrorKind;
use deadheat_machine::TestRuns;
use serde::{Deserialize, Serialize};

use super::merge::unite;
use super::{CheckResult, Condition, Finding, FoundError, Verdict};

/// What became of a test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestResult {
    /// The test: `a.b.CacheTest#evicts`.
    pub name: String,
    /// How it did.
    pub outcome: TestOutcome,
    /// So many runs passed, in whatever order of threads: recorded, searched, replayed.
    pub passed: u64,
    /// So many failed.
    pub failed: u64,
    /// Whether all schedules were tried.
    pub complete: bool,
    /// Why it was skipped, or could not be checked; what it failed of.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// Seconds on the wall clock.
    pub seconds: f64,
    /// The ids of what was found in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<String>,
    /// A hash of the class that it is in.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub digest: String,
}

/// How a test did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestOutcome {
    /// It passed, and no error was proved in it.
    Passed,
    /// It passed, but an error was proved that it does not notice.
    Erroneous,
    /// It passed, but would not if a wait of seconds ended while other threads could go on.
    TimesOut,
    /// It fails under some schedules.
    Fails,
    /// It hangs under some schedules.
    Hangs,
    /// It fails whatever the schedule.
    Broken,
    /// Its engine left it out.
    Skipped,
    /// It could not be checked.
    NotChecked,
}

/// Why a test that lacks nothing has neither passed nor failed.
const UNFINISHED: &str = "no run of it came to its end in time";
/// Why one that has failed is not said to fail: a replay has to show it.
const UNPROVED: &str = "it failed, and the time was over before that was proved";

/// Whether an error needs that a wait of seconds ends while other threads could go on: tests wait so long for what comes at once.
#[must_use]
pub fn needs_timeout(finding: &Finding) -> bool {
    let condition = finding.witness.as_ref().and_then(|witness| witness.condition);
    matches!(condition, Some(Condition::Timeout { .. }))
}

impl TestResult {
    /// What the check of a test says of it.
    #[must_use]
    pub fn of(result: &CheckResult, runs: TestRuns) -> Self {
        let TestRuns { name, passed, failed, skipped } = runs;
        let proved = |finding: &&Finding| {
            let is_proved = matches!(finding.verdict, Verdict::Witnessed { .. } | Verdict::Follows { .. });
            is_proved && finding.suppressed_by.is_none() && !finding.in_library
        };
        let found: Vec<&Finding> = result.findings.iter().filter(proved).collect();
        let (late, certain): (Vec<&Finding>, Vec<&Finding>) = found.iter().partition(|finding| needs_timeout(finding));
        let has = |kinds: &[ErrorKind]| certain.iter().any(|finding| kinds.contains(&finding.error.kind()));
        let failure = certain.iter().find_map(|finding| match &finding.error {
            FoundError::FailingTest { message, .. } => Some(message.clone()),
            _ => None,
        });
        let lacks = result.needs.iter().find(|need| need.fatal);
        let hangs = has(&[ErrorKind::Deadlock, ErrorKind::LostSignal, ErrorKind::Livelock]);
        let (outcome, message) = match (failure, skipped) {
            (Some(message), _) if passed == 0 && !hangs => (TestOutcome::Broken, message),
            (Some(message), _) => (TestOutcome::Fails, message),
            (None, _) if hangs => (TestOutcome::Hangs, String::new()),
            (None, _) if !certain.is_empty() => (TestOutcome::Erroneous, String::new()),
            (None, _) if !late.is_empty() => (TestOutcome::TimesOut, String::new()),
            (None, Some(why)) if passed == 0 => (TestOutcome::Skipped, why),
            (None, _) if passed == 0 => {
                let lacked = lacks.map(|need| need.name.clone());
                (
                    TestOutcome::NotChecked,
                    lacked.unwrap_or_else(|| if failed == 0 { UNFINISHED } else { UNPROVED }.to_owned()),
                )
            }
            (None, why) => (TestOutcome::Passed, why.unwrap_or_default()),
        };
        let findings = found.iter().map(|finding| finding.id.clone()).collect();
        let (seconds, complete) = (result.effort.seconds, result.complete);
        Self { name, outcome, passed, failed, complete, message, seconds, findings, digest: String::new() }
    }

    /// A test that could not be checked, and why.
    #[must_use]
    pub fn not_checked(name: &str, why: String) -> Self {
        Self {
            name: name.to_owned(),
            outcome: TestOutcome::NotChecked,
            passed: 0,
            failed: 0,
            complete: false,
            message: why,
            seconds: 0.0,
            findings: Vec::new(),
            digest: String::new(),
        }
    }

    /// The class and the method that its name is made of.
    #[must_use]
    pub fn class_and_method(&self) -> (&str, &str) {
        self.name.split_once('#').unwrap_or(("", &self.name))
    }
}

impl CheckResult {
    /// Takes in the result of one of the tests that this is the result of. Of an error that several tests show the first counts.
    pub fn take_in_test(&mut self, other: Self) {
        for finding in other.findings {
            match self.findings.iter_mut().find(|known| known.id == finding.id) {
                Some(known) if known.witness.is_none() && finding.witness.is_some() => *known = finding,
                Some(known) => known.count += finding.count,
                None => self.findings.push(finding),
            }
        }
        let seconds = self.effort.seconds;
        self.effort += other.effort;
        self.effort.seconds = seconds;
        self.complete &= other.complete;
        unite(&mut self.bounds, other.bounds);
        self.needs.extend(other.needs);
        self.needs.sort_by(|a, b| (a.kind, &a.name, !a.fatal).cmp(&(b.kind, &b.name, !b.fatal)));
        self.needs.dedup_by(|a, b| (a.kind, &a.name) == (b.kind, &b.name));
        unite(&mut self.idle_pools, other.idle_pools);
        unite(&mut self.blind_spots, other.blind_spots);
        self.tests.extend(other.tests);
    }
}

#[cfg(test)]
mod tests {
    use deadheat_machine::GuestSpec;

    use super::*;
    use crate::result::Technique;

    fn finding(error: FoundError) -> Finding {
        let verdict = Verdict::Witnessed { technique: Technique::Run };
        Finding { verdict, ..crate::finding::unproved(error, Vec::new(), Vec::new()) }
    }

    fn outcome(errors: &[FoundError], runs: (u64, u64, Option<&str>)) -> TestOutcome {
        let mut result = CheckResult::new(GuestSpec::default());
        result.findings = errors.iter().cloned().map(finding).collect();
        let (passed, failed, skipped) = (runs.0, runs.1, runs.2.map(str::to_owned));
        TestResult::of(&result, TestRuns { name: "A#b".to_owned(), passed, failed, skipped }).outcome
    }

    #[test]
    fn what_is_said_of_a_test() {
        let failing =
            FoundError::FailingTest { test: "A#b".into(), message: "x: y".into(), expected: None, actual: None };
        let race = FoundError::Race { target: "A.x".into(), warning: None };
        let stuck = FoundError::LostSignal { target: "A".into() };
        assert_eq!(outcome(&[], (3, 0, None)), TestOutcome::Passed);
        assert_eq!(outcome(&[], (0, 0, Some("no"))), TestOutcome::Skipped);
        assert_eq!(outcome(&[], (1, 0, Some("no"))), TestOutcome::Passed);
        assert_eq!(outcome(&[], (0, 0, None)), TestOutcome::NotChecked);
        assert_eq!(outcome(std::slice::from_ref(&race), (3, 0, None)), TestOutcome::Erroneous);
        assert_eq!(outcome(&[race, failing.clone()], (3, 1, None)), TestOutcome::Fails);
        assert_eq!(outcome(std::slice::from_ref(&failing), (0, 4, None)), TestOutcome::Broken);
        assert_eq!(outcome(&[failing, stuck.clone()], (0, 4, None)), TestOutcome::Fails);
        assert_eq!(outcome(&[stuck], (0, 0, None)), TestOutcome::Hangs);
    }

    #[test]
    fn results_of_tests_are_gathered() {
        let mut all = CheckResult::new(GuestSpec::default());
        all.complete = true;
        for (name, complete) in [("A#a", true), ("A#b", false)] {
            let mut one = CheckResult::new(GuestSpec::default());
            one.complete = complete;
            one.findings.push(finding(FoundError::Race { target: "A.x".into(), warning: None }));
            one.tests = vec![TestResult::not_checked(name, String::new())];
            all.take_in_test(one);
        }
        assert_eq!((all.findings.len(), all.findings[0].count, all.complete), (1, 2, false));
        assert_eq!(all.tests.iter().map(|test| test.class_and_method().1).collect::<Vec<_>>(), ["a", "b"]);
    }
}

//! Results of several jobs on one guest, put together.
//!
//! Findings are the same if their ids are: ids are made of names and places, never of numbers that only one process knows. Of two
//! verdicts the stronger counts: a witness beats everything, what was seen to follow beats a refutation (of a complete search, which
//! looks for dead heats), and that beats not knowing. Of two witnesses the shorter one stays. The order in which results are merged makes no difference.

use std::cmp::Reverse;

use super::{CheckResult, Finding, Need, Unresolved, Verdict};
use crate::finding;

/// Why two results cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// They are of different programs.
    #[error("the results are of different programs: {0} and {1}")]
    Guests(String, String),
}

impl CheckResult {
    /// Puts two results on one guest together.
    ///
    /// # Errors
    /// If they are of different guests.
    pub fn merge(mut self, other: Self) -> Result<Self, MergeError> {
        if (&self.guest.kind, &self.guest.digest, &self.guest.arguments)
            != (&other.guest.kind, &other.guest.digest, &other.guest.arguments)
        {
            return Err(MergeError::Guests(self.guest.name, other.guest.name));
        }
        for finding in other.findings {
            match self.findings.iter_mut().find(|known| known.id == finding.id) {
                Some(known) => merge_finding(known, finding),
                None => self.findings.push(finding),
            }
        }
        finding::sort(&mut self.findings);
        self.effort += other.effort;
        self.complete |= other.complete;
        unite_needs(&mut self.needs, other.needs);
        self.complete &= self.needs.is_empty();
        unite(&mut self.bounds, other.bounds);
        if self.complete {
            self.bounds.clear();
        }
        unite(&mut self.idle_pools, other.idle_pools);
        unite(&mut self.blind_spots, other.blind_spots);
        self.unused_suppressions.retain(|unused| other.unused_suppressions.contains(unused));
        Ok(self)
    }
}

/// Adds what is not there yet; all of it in order.
pub(crate) fn unite_needs(known: &mut Vec<Need>, more: Vec<Need>) {
    for need in more {
        match known.iter_mut().find(|known| (known.kind, &known.name) == (need.kind, &need.name)) {
            Some(known) => known.fatal |= need.fatal,
            None => known.push(need),
        }
    }
    known.sort_by(|a, b| (a.kind, &a.name).cmp(&(b.kind, &b.name)));
}

/// The same for what is equal or different.
pub(crate) fn unite<T: Ord>(known: &mut Vec<T>, more: Vec<T>) {
    known.extend(more);
    known.sort();
    known.dedup();
}

fn merge_finding(known: &mut Finding, mut other: Finding) {
    let count = known.count + other.count;
    let mut attempts = std::mem::take(&mut known.attempts);
    attempts.append(&mut other.attempts);
    attempts.sort_by(|a, b| {
        (a.technique, a.outcome).cmp(&(b.technique, b.outcome)).then(a.effort.seconds.total_cmp(&b.effort.seconds))
    });
    if rank(&other) > rank(known) {
        *known = other;
    }
    (known.count, known.attempts) = (count, attempts);
}

/// What makes one finding say more than another of the same error. Where both say as much, any order will do that does not depend
/// on which comes first.
fn rank(finding: &Finding) -> impl Ord + use<> {
    let verdict = match finding.verdict {
        Verdict::Witnessed { .. } => 7,
        Verdict::Follows { .. } => 6,
        Verdict::Refuted => 5,
        Verdict::Predicted { .. } => 4,
        Verdict::Unresolved { reason: Unresolved::ReplayFailed, .. } => 3,
        Verdict::Unresolved { reason: Unresolved::NotFound, .. } => 2,
        Verdict::Unresolved { reason: Unresolved::Predicted | Unresolved::Suppressed, .. } => 1,
        Verdict::Unresolved { reason: Unresolved::NotTried, .. } => 0,
    };
    let length = finding.witness.as_ref().map(|witness| Reverse((witness.switches, witness.steps)));
    let text = serde_json::to_string(&Finding { count: 0, attempts: Vec::new(), ..finding.clone() });
    (verdict, length, Reverse(text.unwrap_or_default()))
}

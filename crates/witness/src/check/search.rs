//! The search of the whole program: for what the warnings missed, and for what can be refuted.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use deadheat_analysis::Suppressions;
use deadheat_machine::Guest;
use deadheat_search::{Bound, Bounds, Counterexample, Search};
use rustc_hash::FxHashSet;

use super::{CheckProgress, Checker};
use crate::error::CheckError;
use crate::finding;
use crate::prove;
use crate::result::{Attempt, AttemptOutcome, Effort, Finding, Technique, Verdict};

/// A program without open warnings is searched for so long: what is easy to reach shows soon.
const QUIET_SEARCH: Duration = Duration::from_secs(2);

/// What the search has seen.
#[derive(Default)]
pub struct Searched {
    /// Whether that was everything.
    pub complete: bool,
    /// If not, why.
    pub bounds: Vec<Bound>,
    /// The ids of findings that it has met and that no replay has proved.
    pub met: FxHashSet<String>,
    /// Whether it has met dead heats that are none of the user's business.
    pub meant: bool,
}

impl Searched {
    fn ended_by(bound: Bound) -> Self {
        Self { bounds: vec![bound], ..Self::default() }
    }
}

impl<G: Guest> Checker<'_, G> {
    /// Makes the search. What it finds goes to the findings.
    pub(super) fn search(
        &self,
        findings: &mut Vec<Finding>,
        suppressions: &mut Suppressions,
        deadline: Instant,
        effort: &mut Effort,
    ) -> Result<Searched, CheckError> {
        let open = findings.iter().any(|finding| matches!(finding.verdict, Verdict::Unresolved { .. }));
        let left = deadline.saturating_duration_since(Instant::now());
        let time =
            if open || self.options.states.is_some() { left.min(self.options.each) } else { left.min(QUIET_SEARCH) };
        if time < Duration::from_millis(10) {
            return Ok(Searched::ended_by(Bound::Time));
        }
        self.tell(CheckProgress::Search);
        let machines = (0..self.options.workers.max(1)).map(|_| self.guest.fork()).collect::<Result<_, _>>()?;
        let never = AtomicBool::new(false);
        let (memory, states) = (Some(self.options.memory), self.options.states);
        let bounds = Bounds { time: Some(time), memory, states, ..Bounds::default() };
        let report = Search::new(machines).errors().bounds(bounds).stop_flag(self.stop.unwrap_or(&never)).run()?;
        effort.states += report.counts.states;
        effort.steps += report.counts.steps;
        effort.memory = effort.memory.max(report.counts.visited_bytes + report.counts.frontier_bytes);
        let complete = report.coverage.is_complete();
        let outcome = if complete { AttemptOutcome::SearchedAll } else { AttemptOutcome::BoundsReached };
        for finding in findings.iter_mut().filter(|finding| finding.witness.is_none()) {
            // States and steps were those of all findings: they are counted once, above.
            let effort = Effort { seconds: report.elapsed.as_secs_f64(), ..Effort::default() };
            finding.attempts.push(Attempt { technique: Technique::Search, outcome, effort });
        }
        let mut searched = Searched { complete, bounds: report.coverage.bounds().to_vec(), ..Searched::default() };
        for found in &report.counterexamples {
            if self.stopped() {
                return Ok(Searched { met: searched.met, ..Searched::ended_by(Bound::Interrupted) });
            }
            self.take_in(found, findings, suppressions, &mut searched)?;
        }
        Ok(searched)
    }

    /// Takes in what the search has found: a proof of something known, or something new.
    fn take_in(
        &self,
        found: &Counterexample,
        findings: &mut Vec<Finding>,
        suppressions: &mut Suppressions,
        searched: &mut Searched,
    ) -> Result<(), CheckError> {
        if self.prover().is_silent(found, &self.scope)? {
            searched.meant = true;
            return Ok(());
        }
        let goal = self.prover().goal(found)?;
        let known = goal.as_ref().and_then(|goal| findings.iter().position(|known| finding::is_about(known, goal)));
        if known.is_some_and(|at| findings[at].witness.is_some() || findings[at].suppressed_by.is_some()) {
            return Ok(());
        }
        let proof = match &goal {
            Some(goal) => self.prover().prove(goal, &found.schedule)?,
            None => None,
        };
        match (known, goal, proof) {
            (Some(at), _, Some(proof)) => finding::witnessed(&mut findings[at], proof, Technique::Search),
            // The search has been there: whatever else is said of it, it is not refuted.
            (Some(at), _, None) => {
                searched.met.insert(findings[at].id.clone());
            }
            (None, Some(goal), Some(proof)) => {
                let mut finding = finding::of_proof(&goal, proof, Technique::Search, Vec::new());
                finding::suppress(&mut finding, suppressions);
                if !findings.iter().any(|known| known.id == finding.id) {
                    findings.push(finding);
                }
            }
            (None, ..) if self.prover().is_broken(found)? => {}
            (None, ..) => findings.push(prove::unproved(found)),
        }
        Ok(())
    }
}

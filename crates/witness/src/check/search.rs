//! The search of the whole program: for what the warnings missed, and for what can be refuted.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use deadheat_event::ErrorKind;
use deadheat_machine::Guest;
use deadheat_search::{Bound, Bounds, Counterexample, Search, property};
use rustc_hash::FxHashSet;

use super::{CheckProgress, Checker};
use crate::error::CheckError;
use crate::finding;
use crate::goal::Goal;
use crate::prove;
use crate::race_pair::RacePair;
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
}

impl Searched {
    fn ended_by(bound: Bound, met: FxHashSet<String>) -> Self {
        Self { complete: false, bounds: vec![bound], met }
    }
}

impl<G: Guest> Checker<'_, G> {
    /// Makes the search. What it finds goes to the findings.
    pub(super) fn search(
        &self,
        findings: &mut Vec<Finding>,
        deadline: Instant,
        effort: &mut Effort,
    ) -> Result<Searched, CheckError> {
        let open = findings.iter().any(|finding| matches!(finding.verdict, Verdict::Unresolved { .. }));
        let left = deadline.saturating_duration_since(Instant::now());
        let time =
            if open || self.options.states.is_some() { left.min(self.options.each) } else { left.min(QUIET_SEARCH) };
        if time < Duration::from_millis(10) {
            return Ok(Searched::ended_by(Bound::Time, FxHashSet::default()));
        }
        self.tell(CheckProgress::Search);
        let machines = (0..self.options.workers.max(1)).map(|_| self.guest.fork()).collect::<Result<_, _>>()?;
        let never = AtomicBool::new(false);
        let (memory, states) = (Some(self.options.memory), self.options.states);
        let bounds = Bounds { time: Some(time), memory, states, ..Bounds::default() };
        let report = Search::new(machines)
            .property(property::DeadHeat)
            .property(property::Deadlock::default())
            .property(property::UncaughtException)
            .bounds(bounds)
            .stop_flag(self.stop.unwrap_or(&never))
            .run()?;
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
        let mut met = FxHashSet::default();
        for found in &report.counterexamples {
            if self.stopped() {
                return Ok(Searched::ended_by(Bound::Interrupted, met));
            }
            self.take_in(found, findings, &mut met)?;
        }
        Ok(Searched { complete, bounds: report.coverage.bounds().to_vec(), met })
    }

    /// Takes in what the search has found: a proof of something known, or something new.
    fn take_in(
        &self,
        found: &Counterexample,
        findings: &mut Vec<Finding>,
        met: &mut FxHashSet<String>,
    ) -> Result<(), CheckError> {
        let goal = self.goal(found)?;
        let named = goal.clone().map_or_else(|| self.prover().goal(found), |goal| Ok(Some(goal)))?;
        let known = named.as_ref().and_then(|goal| findings.iter().position(|known| finding::is_about(known, goal)));
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
                met.insert(findings[at].id.clone());
            }
            (None, Some(goal), Some(proof)) => {
                let finding = finding::of_proof(&goal, proof, Technique::Search, Vec::new());
                if !findings.iter().any(|known| known.id == finding.id) {
                    findings.push(finding);
                }
            }
            // What the analyses do not call a race is none.
            (None, None, _) if found.kind == ErrorKind::Race => {}
            (None, ..) if self.prover().is_broken(found)? => {}
            (None, ..) => findings.push(prove::unproved(found)),
        }
        Ok(())
    }

    /// What a search has found, by name. A dead heat counts only if the analyses, watching this very run, call it a race.
    fn goal(&self, found: &Counterexample) -> Result<Option<Goal>, CheckError> {
        if found.kind != ErrorKind::Race {
            return self.prover().goal(found);
        }
        let race = self.prover().race(found, &self.scope)?;
        Ok(race.map(|race| Goal::Race(RacePair::of(&race))))
    }
}

//! Races of the memory model that no state shows.
//!
//! A search is sequentially consistent, and what it looks for is a *dead heat*: a state in which two threads are both about to access
//! the same memory. The memory model's notion is wider: two conflicting accesses that *happens-before* does not order in some
//! sequentially consistent run (for Java: JLS 17.4.5). The two agree on programs, not on pairs:
//!
//! - *A program without a dead heat has no such pair.* Take a run with unordered conflicting accesses, and of those the pair (a, b)
//!   whose later access b comes first. Before b all conflicting accesses are ordered, so each read sees a write that happens
//!   before it, and leaving out whatever happens before neither a nor b changes no value. What is left is a run at whose end both threads
//!   stand before a and b: a dead heat. This is the argument of the DRF guarantee (Adve and Hill 1990; Manson, Pugh and Adve 2005, Theorem 1).
//! - *A pair behind another race may be unordered in a run and yet be no dead heat.* One thread fills an object and stores a
//!   reference to it plainly; another finds the reference and reads the object. The accesses to the reference meet; those to the object
//!   cannot: there is nothing to read before the reference is there. But nothing orders them, and a real machine may show the
//!   object half filled. Double-checked locking is of this kind.
//!
//! So a warning for which a complete search has met no dead heat *follows* from others, if its accesses were unordered by
//! happens-before in some run: in the one that warned, or in one that goes on behind the dead heat of a witnessed race, in either order
//! of its accesses. The latter also says which race it follows from. If that cannot be said, it is any of those that were witnessed.
//! What is unordered in such a run and was named by no warning, because the recorded run did not come there, is added.
//!
//! If the search was complete and met no dead heat at all, nothing can follow, by the first point: what an analysis took for
//! unordered is ordered by something that it does not know, and is refuted. Dead heats that the program says are meant, and races that
//! are suppressed, count as met: what lies behind them is not ordered either.
//!
//! *What it can miss*: a pair that is unordered only in runs that were not tried is called refuted, although it follows from a witnessed
//! race. *What it never says wrongly*: a pair that follows was unordered in a run, as far as the clocks have every edge
//! (`order.rs` in the analyses).

use std::collections::BTreeMap;

use deadheat_analysis::{Analyses, AnalysisOptions, PossibleError, Scope, Warning};
use deadheat_event::{Choice, Schedule, ThreadId};
use deadheat_machine::{Guest, Machine, StepError};

use crate::error::CheckError;
use crate::finding::{self, Pursued};
use crate::prove::{PATIENCE, Prover};
use crate::result::{Finding, FoundError, Unresolved, Verdict};
use crate::stage::Stage;

/// So many witnessed races are followed.
const MOST: usize = 16;

/// How far a run goes on behind a dead heat.
const BEYOND: u64 = 100_000;

/// Steps of one turn.
const TURN: u64 = 50;

/// A race that was met: its id, and how.
struct Met {
    id: String,
    schedule: Schedule,
    threads: [ThreadId; 2],
}

impl<G: Guest> Prover<'_, G> {
    /// Finds the races that follow from others, after a complete search: gives warnings their verdict, and adds what no warning has
    /// named. `meant`: the search has met dead heats that are meant. What it has met and no replay has proved (`unproved`, by id)
    /// stays as it is.
    ///
    /// # Errors
    /// If a machine is at fault.
    pub(crate) fn follow(
        &self,
        findings: &mut Vec<Finding>,
        scope: &Scope,
        unproved: &dyn Fn(&str) -> bool,
        meant: bool,
    ) -> Result<(), CheckError> {
        let met: Vec<Met> = findings.iter().filter_map(met).collect();
        let is_race = |finding: &&Finding| matches!(finding.error, FoundError::Race { .. });
        let hidden = |finding: &&Finding| is_race(finding) && finding.suppressed_by.is_some();
        let hidden: Vec<String> = findings.iter().filter(hidden).map(|finding| finding.id.clone()).collect();
        if met.is_empty() && hidden.is_empty() && !meant {
            return Ok(());
        }
        let mut behind: BTreeMap<String, (Warning, Vec<String>)> = BTreeMap::new();
        for race in met.iter().take(MOST) {
            let mut unordered = BTreeMap::new();
            for first in [0, 1] {
                let order = [race.threads[first], race.threads[1 - first]];
                unordered.extend(self.on_stage(PATIENCE, |mut stage| {
                    Ok(unordered_behind(&mut stage, &race.schedule, order, scope.clone())?)
                })?);
            }
            for (id, warning) in unordered {
                behind.entry(id).or_insert((warning, Vec::new())).1.push(race.id.clone());
            }
        }
        let all: Vec<String> = if met.is_empty() { hidden } else { met.into_iter().map(|race| race.id).collect() };
        for finding in findings.iter_mut() {
            let cause = behind.remove(&finding.id);
            let FoundError::Race { warning: Some(race), .. } = &finding.error else { continue };
            let undecided = matches!(finding.verdict, Verdict::Unresolved { reason: Unresolved::NotTried, .. });
            if !undecided || finding.suppressed_by.is_some() || unproved(&finding.id) {
                continue;
            }
            let happened = race.happened == Some(true);
            if let Some(from) = cause.map(|(_, from)| from).or_else(|| happened.then(|| all.clone())) {
                finding.verdict = Verdict::Follows { from };
            }
        }
        for (warning, from) in behind.into_values() {
            let mut finding = finding::of_warning(&warning, Pursued::default());
            finding.verdict = Verdict::Follows { from };
            findings.push(finding);
        }
        Ok(())
    }
}

fn met(finding: &Finding) -> Option<Met> {
    let (FoundError::Race { .. }, Some(witness)) = (&finding.error, &finding.witness) else { return None };
    let [one, other] = &finding.participants[..] else { return None };
    let threads = [one.thread.id, other.thread.id];
    Some(Met { id: finding.id.clone(), schedule: witness.schedule.clone(), threads })
}

/// The races whose accesses nothing orders in a run that goes on behind a dead heat, by id: first come its two accesses, in this
/// order.
fn unordered_behind<M: Machine>(
    stage: &mut Stage<'_, M>,
    schedule: &Schedule,
    order: [ThreadId; 2],
    scope: Scope,
) -> Result<BTreeMap<String, Warning>, StepError> {
    let options = AnalysisOptions { happens_before: true, ..AnalysisOptions::none() };
    let mut analyses = Analyses::new(&options, scope);
    if !stage.follow(schedule, u64::MAX, Some(&mut analyses))? {
        return Ok(BTreeMap::new());
    }
    for choice in order.map(Choice::Thread) {
        if stage.choices().contains(&choice) {
            stage.step(choice, Some(&mut analyses))?;
        }
    }
    let end = stage.steps + BEYOND;
    let mut turn = 0;
    while stage.outcome().is_running() && stage.steps < end && !stage.is_late() {
        let choices = stage.choices();
        let threads = choices.iter().filter(|choice| matches!(choice, Choice::Thread(_))).count();
        let Some(choice) = choices.get(turn % threads.max(1)).copied() else { break };
        stage.run(choice, TURN, Some(&mut analyses))?;
        turn += 1;
    }
    let warnings = analyses.warnings(stage.machine.context()).into_iter();
    let unordered =
        |warning: &Warning| matches!(&warning.error, PossibleError::Race(race) if race.happened == Some(true));
    Ok(warnings.filter(unordered).map(|warning| (finding::id_of(&warning.error), warning)).collect())
}

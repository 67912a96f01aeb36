//! What a search of everything found, as a result: each error proved by a replay.

use deadheat_analysis::{LockName, PossibleError, Race, ThreadName, Warning};
use deadheat_event::{LockId, LockMode, SourcePos};
use deadheat_machine::{Machine, StepError};
use deadheat_search::{Finding as Discovery, Involved, Kind, Report};

use crate::finding::{self, Pursued};
use crate::goal::Goal;
use crate::prove::Prover;
use crate::race::Heat;
use crate::result::{Attempt, CheckResult, Effort, Finding, FoundError, GuestInfo, Means, Participant};

impl<M: Machine> Prover<'_, M> {
    /// The result of a search. A machine that is at fault costs a finding its proof, and is told beside the result.
    pub fn discovered(&self, guest: GuestInfo, report: &Report) -> (CheckResult, Option<StepError>) {
        let mut fault = None;
        let mut result = CheckResult::new(guest);
        (result.complete, result.bounds) = (report.verdict.is_complete(), report.verdict.reasons());
        result.effort = Effort {
            seconds: report.elapsed.as_secs_f64(),
            runs: 0,
            steps: report.counts.steps,
            states: report.counts.states,
            memory: report.counts.visited_bytes + report.counts.frontier_bytes,
        };
        for found in &report.findings {
            let proved = self.proved(found).unwrap_or_else(|error| {
                fault = Some(error);
                Some(unproved(found))
            });
            let Some(finding) = proved else { continue };
            // A search tells instructions apart; a person, lines.
            match result.findings.iter_mut().find(|known| known.id == finding.id) {
                Some(known) if length(known) <= length(&finding) => known.count += 1,
                Some(known) => *known = Finding { count: known.count + 1, ..finding },
                None => result.findings.push(finding),
            }
        }
        finding::sort(&mut result.findings);
        (result, fault)
    }

    /// The finding with its proof, if there is one; nothing for what is no error after all.
    fn proved(&self, found: &Discovery) -> Result<Option<Finding>, StepError> {
        let goal = self.goal(found)?;
        if let Some(goal) = &goal
            && let Some(proof) = self.prove(goal, &found.schedule)?
        {
            return Ok(Some(finding::of_proof(goal, proof, Means::Search, vec![attempt("found", effort(found))])));
        }
        Ok((!self.is_broken(found)?).then(|| unproved(found)))
    }
}

/// Adds races that were predicted on the way and not met. `next` is the command that looks into them.
pub fn add_predictions(result: &mut CheckResult, predicted: Vec<Race>, next: &str) {
    for race in predicted {
        let goal = Goal::Race(Heat::of(&race));
        if !result.findings.iter().any(|known| finding::is_about(known, &goal)) {
            let (error, window) = (PossibleError::Race(race), Vec::new());
            let warning = Warning { error, count: 1, window, suppressed_by: None };
            let attempts = vec![attempt("predicted on the way, but not met", Effort::default())];
            let mut finding = finding::of_warning(&warning, Pursued { proof: None, attempts });
            finding::settle(&mut finding, result.complete, next);
            result.findings.push(finding);
        }
    }
    finding::sort(&mut result.findings);
}

/// A finding in the words of the search, for want of a proof.
pub fn unproved(found: &Discovery) -> Finding {
    let participants = found.threads.iter().map(participant).collect();
    let attempts = vec![attempt("a schedule was found, but its replay did not prove the error", effort(found))];
    finding::unproved(error(found), participants, attempts)
}

/// What it took to find it.
fn effort(found: &Discovery) -> Effort {
    let moment = found.moment;
    let (seconds, steps, states) = (moment.elapsed.as_secs_f64(), moment.steps, moment.states);
    Effort { seconds, steps, states, ..Effort::default() }
}

fn attempt(outcome: &str, effort: Effort) -> Attempt {
    Attempt { means: Means::Search, outcome: outcome.to_owned(), effort }
}

/// What makes a witness short.
fn length(finding: &Finding) -> (u64, u64) {
    finding.witness.as_ref().map_or((u64::MAX, u64::MAX), |witness| (witness.switches, witness.steps))
}

/// The error in the words of the search.
fn error(found: &Discovery) -> FoundError {
    let what = found.what.clone();
    match found.kind {
        Kind::DeadHeat => FoundError::Race { target: what, warning: None },
        Kind::Deadlock => FoundError::Deadlock { locks: vec![what], warning: None },
        Kind::Uncaught => FoundError::Uncaught { message: what },
        Kind::Livelock => FoundError::Livelock { round: found.circle },
        Kind::Target => FoundError::Target { line: what },
    }
}

fn participant(involved: &Involved) -> Participant {
    let Involved { thread, name, doing, stack, locks, .. } = involved;
    let lock = |(id, class, mode): &(LockId, String, LockMode)| (LockName { id: *id, name: class.clone() }, *mode);
    Participant {
        thread: ThreadName { id: *thread, name: name.clone(), started_by: None, started_at: Vec::new() },
        doing: doing.clone(),
        place: stack.first().cloned().unwrap_or_else(SourcePos::unknown),
        stack: stack.clone(),
        locks: locks.iter().map(lock).collect(),
        wants: None,
    }
}

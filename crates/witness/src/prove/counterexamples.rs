//! What a search of everything found, as a result: each error proved by a replay.

use deadheat_analysis::{LockName, PossibleError, Race, Scope, ThreadName, Warning};
use deadheat_event::{ErrorKind, LockMode, NoContext, SourcePos, SyncId};
use deadheat_machine::Guest;
use deadheat_search::{Counterexample, Involved, SearchReport};

use super::Prover;
use crate::error::CheckError;
use crate::finding::{self, Pursued};
use crate::goal::Goal;
use crate::names::{Namer, exact_name};
use crate::ownership::Ownership;
use crate::race_pair::RacePair;
use crate::result::{
    Attempt, AttemptOutcome, CheckResult, Doing, Effort, Finding, FoundError, Participant, Technique, Unresolved,
    Verdict,
};

impl<G: Guest> Prover<'_, G> {
    /// The result of a search, with the races that were predicted on the way and not met; `next` is the command that looks into
    /// those, `known` are findings that were proved before the search and `kept` those that were proved while it went on, which
    /// stand where there is no time for more. A machine that is at fault costs a finding its proof, and is given beside the result.
    pub fn result(
        &self,
        report: &SearchReport,
        predicted: Vec<Race>,
        (known, kept): (&[Finding], &[Finding]),
        next: &str,
    ) -> (CheckResult, Option<CheckError>) {
        let (mut fault, mut meant) = (None, false);
        let mut result = CheckResult::new(self.guest.spec());
        (result.needs, result.idle_pools) = (self.guest.needs(), self.guest.idle_pools());
        result.blind_spots = self.guest.blind_spots();
        (result.complete, result.bounds) = (report.coverage.is_complete(), report.coverage.bounds().to_vec());
        // What a program would do with what it cannot have here was not searched.
        result.complete &= result.needs.is_empty();
        result.effort = Effort {
            seconds: report.elapsed.as_secs_f64(),
            runs: 0,
            steps: report.counts.steps,
            states: report.counts.states,
            memory: report.counts.visited_bytes + report.counts.frontier_bytes,
        };
        for found in &report.counterexamples {
            let proved = self.proved(found, kept).unwrap_or_else(|error| {
                fault = Some(error);
                Some(unproved(found))
            });
            let Some(finding) = proved else {
                meant |= found.kind == ErrorKind::Race;
                continue;
            };
            // A search tells instructions apart; a person, lines.
            match result.findings.iter_mut().find(|known| known.id == finding.id) {
                Some(known) if length(known) <= length(&finding) => known.count += 1,
                Some(known) => *known = Finding { count: known.count + 1, ..finding },
                None => result.findings.push(finding),
            }
        }
        let hasty = self.is_late() || self.is_stopped();
        for finding in known.iter().chain(kept.iter().filter(|_| hasty)) {
            if !result.findings.iter().any(|found| found.id == finding.id) {
                result.findings.push(finding.clone());
            }
        }
        add_predictions(&mut result, predicted);
        if result.complete
            && let Err(error) = self.follow(&mut result.findings, &Scope::default(), &|_| false, meant)
        {
            fault = Some(error);
        }
        for finding in &mut result.findings {
            finding::settle(finding, result.complete, next);
        }
        let (scope, guest) = (Scope::default(), self.guest);
        let ownership = Ownership::new(guest, &scope);
        result.findings.iter_mut().for_each(|finding| finding.in_library = ownership.is_library(finding));
        finding::sort(&mut result.findings);
        (result, fault)
    }

    /// The finding with its proof, if there is one; nothing for what is no error after all.
    fn proved(&self, found: &Counterexample, kept: &[Finding]) -> Result<Option<Finding>, CheckError> {
        let of = |finding: Finding| kept.iter().find(|kept| kept.id == finding.id).cloned().unwrap_or(finding);
        if self.is_late() {
            return Ok(Some(of(untried(found))));
        }
        if self.is_silent(found, &Scope::default())? {
            return Ok(None);
        }
        let goal = self.goal(found)?;
        if let Some(goal) = &goal
            && let Some(proof) = self.prove(goal, &found.schedule)?
        {
            let attempts = vec![attempt(AttemptOutcome::Found, effort(found))];
            return Ok(Some(finding::of_proof(goal, proof, Technique::Search, attempts)));
        }
        let broken = self.is_broken(found)?;
        Ok((!broken).then(|| of(if self.is_late() { untried(found) } else { unproved(found) })))
    }

    /// What a search has just found, replayed as it is: a finding that can be kept while the search goes on. Nothing for what is
    /// no error after all, or could not be replayed.
    ///
    /// # Errors
    /// If a machine is at fault.
    pub fn at_once(&self, found: &Counterexample) -> Result<Option<Finding>, CheckError> {
        if self.is_silent(found, &Scope::default())? {
            return Ok(None);
        }
        let Some(goal) = self.goal(found)? else { return Ok(None) };
        let proof = self.replay(&goal, &found.schedule)?;
        let attempts = vec![attempt(AttemptOutcome::Found, effort(found))];
        Ok(proof.map(|proof| finding::of_proof(&goal, proof, Technique::Search, attempts)))
    }
}

/// Adds races that were predicted on the way and not met, without a verdict.
fn add_predictions(result: &mut CheckResult, predicted: Vec<Race>) {
    for race in predicted {
        let goal = Goal::Race(RacePair::of(&race));
        if !result.findings.iter().any(|known| finding::is_about(known, &goal)) {
            let (error, window) = (PossibleError::Race(race), Vec::new());
            let warning = Warning { error, count: 1, window, suppressed_by: None };
            let attempts = vec![attempt(AttemptOutcome::PredictedOnly, Effort::default())];
            result.findings.push(finding::of_warning(&warning, Pursued { proof: None, attempts }));
        }
    }
}

/// A finding without a proof: a schedule was found, and its replay failed.
pub(crate) fn unproved(found: &Counterexample) -> Finding {
    let participants = found.involved.iter().map(participant).collect();
    let attempts = vec![attempt(AttemptOutcome::ReplayFailed, effort(found))];
    finding::unproved(error(found), participants, attempts)
}

/// A finding without a proof: a schedule was found, and there was no time to replay it.
pub(crate) fn untried(found: &Counterexample) -> Finding {
    let attempts = vec![attempt(AttemptOutcome::Found, effort(found))];
    let verdict = Verdict::Unresolved { reason: Unresolved::NotTried, next: String::new() };
    Finding { verdict, attempts, ..unproved(found) }
}

/// What it took to find it.
fn effort(found: &Counterexample) -> Effort {
    let at = found.found_at;
    Effort { seconds: at.elapsed.as_secs_f64(), steps: at.steps, states: at.states, ..Effort::default() }
}

fn attempt(outcome: AttemptOutcome, effort: Effort) -> Attempt {
    Attempt { technique: Technique::Search, outcome, effort }
}

/// What makes a witness short.
fn length(finding: &Finding) -> (u64, u64) {
    finding.witness.as_ref().map_or((u64::MAX, u64::MAX), |witness| (witness.switches, witness.steps))
}

/// The error, as far as the search can name it.
fn error(found: &Counterexample) -> FoundError {
    let mut subjects: Vec<&str> = found.involved.iter().filter_map(|one| found.names.subject(one)).collect();
    subjects.sort_unstable();
    subjects.dedup();
    let about = subjects.join(", ");
    match found.kind {
        ErrorKind::Race => FoundError::Race { target: about, warning: None },
        ErrorKind::Deadlock => FoundError::Deadlock { locks: vec![about], warning: None },
        ErrorKind::LostSignal => FoundError::LostSignal { target: about },
        ErrorKind::Atomicity => FoundError::Atomicity { block: about, warning: None },
        ErrorKind::Uncaught => FoundError::Uncaught { message: about },
        ErrorKind::FailingTest | ErrorKind::DifferingOutput => {
            let death = found.involved.iter().find_map(|one| one.exception.as_ref());
            finding::of_death(death)
        }
        ErrorKind::Livelock => FoundError::Livelock { round: found.cycle_steps },
        ErrorKind::Target => FoundError::Target { line: about },
    }
}

fn participant(involved: &Involved) -> Participant {
    let Involved { thread, name, pending, stack, locks, exception, .. } = involved;
    let program = stack.iter().find(|frame| frame.owner.is_program());
    let lock = |(id, mode): &(SyncId, LockMode)| (LockName { id: *id, name: id.to_string() }, *mode);
    Participant {
        thread: ThreadName { id: *thread, name: name.clone(), started_by: None, started_at: Vec::new() },
        doing: match (exception, pending) {
            (Some(death), _) => Doing::of_death(death),
            (None, Some(pending)) => Namer::default().doing(pending, &NoContext, exact_name),
            (None, None) => Doing::Ended,
        },
        place: program.or(stack.first()).cloned().unwrap_or_else(SourcePos::unknown),
        stack: stack.clone(),
        locks: locks.iter().map(lock).collect(),
        wants: None,
    }
}

//! Findings: from warnings and proofs to what is reported.

use deadheat_analysis::{AccessPoint, CycleEdge, Operation, PossibleError, Suppressions, ThreadName, Warning};
use deadheat_event::hash::Fnv64;
use deadheat_event::{ErrorKind, SourcePos, name};
use deadheat_machine::{Failed, Uncaught};

use crate::goal::{Goal, exception_type};
use crate::prove::Proof;
use crate::result::{
    Attempt, AttemptOutcome, Doing, Finding, FoundError, Participant, Technique, Unresolved, Verdict, Waiting,
};

/// What became of a warning.
#[derive(Clone, Default)]
pub(crate) struct Pursued {
    /// The proof, and the technique that found it.
    pub proof: Option<(Proof, Technique)>,
    /// What was tried.
    pub attempts: Vec<Attempt>,
}

/// A finding for a warning, with what became of it.
#[must_use]
pub(crate) fn of_warning(warning: &Warning, pursued: Pursued) -> Finding {
    let mut finding = Finding {
        id: id_of(&warning.error),
        error: error_of(&warning.error),
        verdict: Verdict::Unresolved { reason: Unresolved::NotTried, next: String::new() },
        participants: participants_of(&warning.error),
        count: warning.count,
        suppressed_by: warning.suppressed_by.clone(),
        in_library: false,
        witness: None,
        reordering: None,
        attempts: pursued.attempts,
    };
    if let Some((proof, technique)) = pursued.proof {
        witnessed(&mut finding, proof, technique);
    }
    finding
}

/// A finding for a warning that was not looked into; `next` is the command that does.
#[must_use]
pub fn of_prediction(warning: &Warning, next: &str) -> Finding {
    let mut finding = of_warning(warning, Pursued::default());
    finding.verdict = Verdict::Unresolved { reason: Unresolved::Predicted, next: next.to_owned() };
    finding
}

/// A finding that no warning predicted.
#[must_use]
pub fn of_proof(goal: &Goal, proof: Proof, technique: Technique, attempts: Vec<Attempt>) -> Finding {
    let error = match goal {
        Goal::Race(pair) => FoundError::Race { target: pair.target.clone(), warning: None },
        Goal::Stuck(_) if proof.cycle || talk_past_each_other(&proof.participants) => {
            FoundError::Deadlock { locks: proof.names.clone(), warning: None }
        }
        Goal::Stuck(_) => FoundError::LostSignal { target: proof.names.join(", ") },
        Goal::Atomicity(place) => FoundError::Atomicity { block: place.full_name(), warning: None },
        Goal::Uncaught(_) | Goal::Thrown { .. } => of_death(proof.death.as_ref()),
        Goal::Cycle(round) => FoundError::Livelock { round: *round },
        Goal::Reached(place) => FoundError::Target { line: place.line_name() },
    };
    let mut finding = unproved(error, proof.participants.clone(), attempts);
    witnessed(&mut finding, proof, technique);
    finding
}

/// The error that a thread died of.
#[must_use]
pub(crate) fn of_death(death: Option<&Uncaught>) -> FoundError {
    let message = death.map(|death| death.message.clone()).unwrap_or_default();
    match death.and_then(|death| death.failed.clone()) {
        Some(Failed { kind: ErrorKind::DifferingOutput, expected, actual, .. }) => {
            FoundError::DifferingOutput { message, expected, actual, first: None }
        }
        Some(Failed { subject, expected, actual, .. }) => {
            FoundError::FailingTest { test: subject, message, expected, actual }
        }
        None => FoundError::Uncaught { message },
    }
}

/// Whether threads wait for each other's messages, or for room for their own.
fn talk_past_each_other(participants: &[Participant]) -> bool {
    let talks =
        |one: &Participant| matches!(one.doing, Doing::Waiting { on: Waiting::Message { .. } | Waiting::Room { .. } });
    participants.len() > 1 && participants.iter().all(talks)
}

/// A finding whose schedule could not be replayed.
#[must_use]
pub fn unproved(error: FoundError, participants: Vec<Participant>, attempts: Vec<Attempt>) -> Finding {
    // Threads that go round may be met anywhere in their functions: no line is a part of what the error is.
    let anywhere = |place: &SourcePos| match error.kind() {
        ErrorKind::Livelock => SourcePos { line: None, ..place.clone() },
        _ => place.clone(),
    };
    let places: Vec<SourcePos> = participants.iter().map(|participant| anywhere(&participant.place)).collect();
    let id = id(error.kind(), &name_of(&error), &places.iter().collect::<Vec<_>>());
    let verdict = Verdict::Unresolved { reason: Unresolved::ReplayFailed, next: String::new() };
    Finding {
        id,
        error,
        verdict,
        participants,
        count: 1,
        suppressed_by: None,
        in_library: false,
        witness: None,
        reordering: None,
        attempts,
    }
}

/// The finding is proved.
pub fn witnessed(finding: &mut Finding, proof: Proof, technique: Technique) {
    finding.verdict = Verdict::Witnessed { technique };
    if let FoundError::Atomicity { warning: Some(warning), .. } = &mut finding.error {
        // The block may have been broken in another thread, and elsewhere, than was predicted: what is told is what is shown.
        if let [owner, intruder, ..] = &proof.participants[..] {
            (warning.thread, warning.intruder) = (owner.thread.clone(), intruder.thread.clone());
            finding.participants.iter_mut().for_each(|part| part.thread = owner.thread.clone());
        }
        warning.conflict = proof.conflict.clone().unwrap_or_else(|| warning.conflict.clone());
    }
    if !matches!(finding.error, FoundError::Atomicity { .. }) || finding.participants.is_empty() {
        finding.participants = proof.participants;
    }
    finding.witness = Some(proof.witness);
}

/// Hides a finding that no warning predicted, if the user does not want to hear of it.
pub(crate) fn suppress(finding: &mut Finding, suppressions: &mut Suppressions) {
    let names = match &finding.error {
        FoundError::Deadlock { locks, .. } => locks.clone(),
        error => vec![name_of(error)],
    };
    let frames = finding.participants.iter().flat_map(|part| std::iter::once(&part.place).chain(&part.stack));
    finding.suppressed_by = suppressions.hide(finding.error.kind(), names, frames);
}

/// The last word on what was not proved; `next` is the command that spends more on it.
pub fn settle(finding: &mut Finding, complete: bool, next: &str) {
    let is_open = matches!(finding.verdict, Verdict::Unresolved { reason: Unresolved::NotTried, .. });
    if finding.witness.is_some() || !is_open {
        return;
    }
    // A search looks for dead heats and deadlocks; a block that is broken shows in no single state.
    let decided = complete && !matches!(finding.error, FoundError::Atomicity { .. }) && !is_unreplayed(finding);
    if decided && finding.suppressed_by.is_none() {
        finding.verdict = Verdict::Refuted;
        return;
    }
    let (reason, next) = match &finding.suppressed_by {
        Some(_) => (Unresolved::Suppressed, ""),
        None if finding.attempts.is_empty() || is_unreplayed(finding) => (Unresolved::NotTried, next),
        None => (Unresolved::NotFound, next),
    };
    finding.verdict = Verdict::Unresolved { reason, next: next.to_owned() };
}

/// Whether a schedule was found that there was no time to replay.
#[must_use]
pub fn is_unreplayed(finding: &Finding) -> bool {
    let last = finding.attempts.last().map(|attempt| attempt.outcome);
    finding.witness.is_none() && last == Some(AttemptOutcome::Found)
}

/// Best first: the user's own before those inside libraries, what is certain before what is not or needs more than an order of threads,
/// what a user notices before what explains it; last what depends on what the author meant.
pub fn sort(findings: &mut [Finding]) {
    findings.sort_by_key(|finding| {
        let verdict = match finding.verdict {
            Verdict::Witnessed { .. } => 0,
            Verdict::Follows { .. } => 1,
            Verdict::Predicted { .. } => 2,
            Verdict::Unresolved { .. } => 3,
            Verdict::Refuted => 4,
        };
        let conditional = finding.witness.as_ref().is_some_and(|witness| witness.condition.is_some());
        let kind = match finding.error.kind() {
            ErrorKind::Uncaught | ErrorKind::FailingTest | ErrorKind::DifferingOutput => 0,
            ErrorKind::Deadlock | ErrorKind::LostSignal | ErrorKind::Livelock => 1,
            ErrorKind::Race => 2,
            ErrorKind::Atomicity => 3,
            ErrorKind::Target => 4,
        };
        (finding.suppressed_by.is_some(), finding.in_library, verdict, conditional, kind, finding.id.clone())
    });
}

/// Whether a finding is about what a goal is.
#[must_use]
pub fn is_about(finding: &Finding, goal: &Goal) -> bool {
    let mut places: Vec<&SourcePos> = match &finding.error {
        FoundError::Race { warning: Some(race), .. } => vec![&race.first.place, &race.second.place],
        FoundError::Deadlock { warning: Some(deadlock), .. } => deadlock.cycle.iter().map(|edge| &edge.place).collect(),
        _ => finding.participants.iter().map(|participant| &participant.place).collect(),
    };
    places.sort();
    match (goal, &finding.error) {
        (Goal::Race(pair), FoundError::Race { target, .. }) => {
            *target == pair.target && places == pair.places.iter().collect::<Vec<_>>()
        }
        (Goal::Stuck(at), FoundError::Deadlock { .. } | FoundError::LostSignal { .. }) => {
            places.dedup();
            places == at.iter().collect::<Vec<_>>()
        }
        (
            Goal::Uncaught(at),
            FoundError::Uncaught { .. } | FoundError::FailingTest { .. } | FoundError::DifferingOutput { .. },
        ) => places.first().copied() == at.as_ref(),
        (
            Goal::Thrown { exception, place },
            FoundError::Uncaught { message }
            | FoundError::FailingTest { message, .. }
            | FoundError::DifferingOutput { message, .. },
        ) => exception_type(message) == exception && places.first().copied() == place.as_ref(),
        _ => false,
    }
}

/// Whether a finding has a proof that is one of the goal, too.
#[must_use]
pub fn is_proof_of(finding: &Finding, goal: &Goal) -> bool {
    finding.witness.is_some() && is_about(finding, goal)
}

/// The id of a warning's error.
#[must_use]
pub fn id_of(error: &PossibleError) -> String {
    id(error.kind(), &name_of(&error_of(error)), &error.places())
}

/// The id of a broken block, by where it begins and the place before which it is broken, as in [`PossibleError::places`].
#[must_use]
pub fn id_of_block(error: &FoundError, places: [&SourcePos; 2]) -> String {
    id(error.kind(), &name_of(error), &places)
}

fn name_of(error: &FoundError) -> String {
    match error {
        FoundError::Race { target, .. } | FoundError::LostSignal { target } => target.clone(),
        FoundError::Deadlock { locks, .. } => locks.join(","),
        FoundError::Atomicity { block, .. } => block.clone(),
        FoundError::Uncaught { message } | FoundError::DifferingOutput { message, .. } => {
            exception_type(message).to_owned()
        }
        FoundError::FailingTest { test, message, .. } => format!("{test} {}", exception_type(message)),
        FoundError::Livelock { .. } => String::new(),
        FoundError::Target { line } => line.clone(),
    }
}

/// A name that stays the same as long as what and where do.
fn id(kind: ErrorKind, name: &str, places: &[&SourcePos]) -> String {
    let mut places: Vec<String> = places.iter().map(|place| place.to_string()).collect();
    places.sort();
    let hash = Fnv64::of(format!("{kind}\n{name}\n{}", places.join("\n")).as_bytes());
    format!("{kind}-{hash:016x}")
}

fn error_of(error: &PossibleError) -> FoundError {
    match error {
        PossibleError::Race(race) => {
            FoundError::Race { target: race.target.clone(), warning: Some(Box::new(race.clone())) }
        }
        PossibleError::Deadlock(deadlock) => {
            let mut locks: Vec<String> =
                deadlock.cycle.iter().map(|edge| name::without_indices(&edge.wants.name)).collect();
            locks.sort();
            locks.dedup();
            FoundError::Deadlock { locks, warning: Some(Box::new(deadlock.clone())) }
        }
        PossibleError::Atomicity(atomicity) => {
            FoundError::Atomicity { block: atomicity.block.clone(), warning: Some(Box::new(atomicity.clone())) }
        }
    }
}

fn participants_of(error: &PossibleError) -> Vec<Participant> {
    let access = |access: &AccessPoint| Participant {
        thread: access.thread.clone(),
        doing: Doing::Accessing { writes: access.writes },
        place: access.place.clone(),
        stack: access.stack.clone(),
        locks: access.locks.clone(),
        wants: None,
    };
    let edge = |edge: &CycleEdge| Participant {
        thread: edge.thread.clone(),
        doing: Doing::TakingUnder { holds: edge.holds.name.clone(), wants: edge.wants.name.clone() },
        place: edge.place.clone(),
        stack: edge.wanted_at.clone(),
        locks: vec![(edge.holds.clone(), edge.held_mode)],
        wants: Some(edge.wants.clone()),
    };
    let operation = |thread: &ThreadName, operation: &Operation| Participant {
        thread: thread.clone(),
        doing: Doing::InBlock { operation: operation.act.clone() },
        place: operation.place.clone(),
        stack: vec![operation.place.clone()],
        locks: Vec::new(),
        wants: None,
    };
    match error {
        PossibleError::Race(race) => vec![access(&race.first), access(&race.second)],
        PossibleError::Deadlock(deadlock) => deadlock.cycle.iter().map(edge).collect(),
        PossibleError::Atomicity(found) => {
            vec![operation(&found.thread, &found.commit), operation(&found.thread, &found.broken_by)]
        }
    }
}

//! Findings: from warnings and proofs to what is told.

use deadheat_analysis::{AccessPoint, CycleEdge, LockName, Operation, PossibleError, ThreadName, Warning, names};
use deadheat_event::{LockMode, SourcePos};

use crate::confirm::Confirmed;
use crate::goal::Goal;
use crate::result::{Attempt, Finding, FoundError, Means, Participant, Verdict};

/// What became of a warning.
#[derive(Default)]
pub(crate) struct Pursued {
    /// The proof, and what found it.
    pub proof: Option<(Confirmed, Means)>,
    /// What was tried.
    pub attempts: Vec<Attempt>,
}

/// A finding for a warning, with what became of it.
#[must_use]
pub(crate) fn of_warning(warning: &Warning, pursued: Pursued) -> Finding {
    let mut finding = Finding {
        id: id_of(&warning.error),
        error: error_of(&warning.error),
        verdict: Verdict::Unresolved { reason: String::new(), next: String::new() },
        participants: participants_of(&warning.error),
        reasons: reasons_of(&warning.error),
        count: warning.count,
        suppressed_by: warning.suppressed_by.clone(),
        witness: None,
        attempts: pursued.attempts,
    };
    if let Some((proof, means)) = pursued.proof {
        witnessed(&mut finding, proof, means);
    }
    finding
}

/// A finding for a warning that nobody has looked into; `next` is the command that does.
#[must_use]
pub fn of_prediction(warning: &Warning, next: &str) -> Finding {
    let mut finding = of_warning(warning, Pursued::default());
    let reason = "predicted from a run; no schedule was looked for".to_owned();
    finding.verdict = Verdict::Unresolved { reason, next: next.to_owned() };
    finding
}

/// A finding that no warning predicted.
#[must_use]
pub fn of_proof(goal: &Goal, proof: Confirmed, means: Means, attempts: Vec<Attempt>) -> Finding {
    let error = match goal {
        Goal::Race(heat) => FoundError::Race { target: heat.target.clone(), warning: None },
        Goal::Stuck(_) if proof.circle => FoundError::Deadlock { locks: proof.names.clone(), warning: None },
        Goal::Stuck(_) => FoundError::LostSignal { target: proof.names.join(", ") },
        Goal::Atomicity(place) => {
            FoundError::Atomicity { block: format!("{}.{}", place.class, place.method), warning: None }
        }
        Goal::Uncaught(_) => FoundError::Uncaught { message: proof.message.clone().unwrap_or_default() },
        Goal::Circle(round) => FoundError::Livelock { round: *round },
        Goal::Reached(place) => FoundError::Target { line: line_of(place) },
    };
    let mut finding = unproved(error, proof.participants.clone(), attempts);
    witnessed(&mut finding, proof, means);
    finding
}

/// A finding whose schedule could not be replayed.
#[must_use]
pub fn unproved(error: FoundError, participants: Vec<Participant>, attempts: Vec<Attempt>) -> Finding {
    let places: Vec<&SourcePos> = participants.iter().map(|participant| &participant.place).collect();
    let id = id(error.kind(), &name_of(&error), &places);
    let reason = "its replay on a new machine did not end in the error".to_owned();
    let verdict = Verdict::Unresolved { reason, next: String::new() };
    let reasons = reasons_seen(&error, &participants);
    Finding { id, error, verdict, participants, reasons, count: 1, suppressed_by: None, witness: None, attempts }
}

/// The finding is proved.
pub fn witnessed(finding: &mut Finding, proof: Confirmed, means: Means) {
    finding.verdict = Verdict::Witnessed { means };
    if !matches!(finding.error, FoundError::Atomicity { .. }) || finding.participants.is_empty() {
        finding.participants = proof.participants;
    }
    finding.witness = Some(proof.witness);
}

/// The last word on what was not proved; `next` is the command that spends more on it.
pub fn settle(finding: &mut Finding, complete: bool, next: &str) {
    let is_settled = matches!(&finding.verdict, Verdict::Unresolved { reason, .. } if !reason.is_empty());
    if finding.witness.is_some() || is_settled {
        return;
    }
    // A search looks for dead heats and deadlocks; a block that is broken shows in no single state.
    let decided = complete && !matches!(finding.error, FoundError::Atomicity { .. });
    if decided && finding.suppressed_by.is_none() {
        finding.verdict = Verdict::Refuted;
        return;
    }
    let tried: Vec<&str> = finding.attempts.iter().map(|attempt| attempt.means.words()).collect();
    let reason = match (&finding.suppressed_by, tried.is_empty()) {
        (Some(_), _) => "suppressed: not looked at".to_owned(),
        (None, true) => "the time was over before it was looked at".to_owned(),
        (None, false) => {
            let mut tried = tried;
            tried.dedup();
            format!("not found by {}", tried.join(", "))
        }
    };
    let next = if finding.suppressed_by.is_some() { String::new() } else { next.to_owned() };
    finding.verdict = Verdict::Unresolved { reason, next };
}

/// Best first.
pub fn sort(findings: &mut [Finding]) {
    findings.sort_by_key(|finding| {
        let verdict = match finding.verdict {
            Verdict::Witnessed { .. } => 0,
            Verdict::Unresolved { .. } => 1,
            Verdict::Refuted => 2,
        };
        // Causes before what comes of them; last what depends on what the author meant.
        let kind = match finding.error {
            FoundError::Race { .. } => 0,
            FoundError::Deadlock { .. } | FoundError::LostSignal { .. } => 1,
            FoundError::Uncaught { .. } | FoundError::Livelock { .. } => 2,
            FoundError::Atomicity { .. } => 3,
            FoundError::Target { .. } => 4,
        };
        (finding.suppressed_by.is_some(), verdict, kind, finding.id.clone())
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
        (Goal::Race(heat), FoundError::Race { target, .. }) => {
            *target == heat.target && places == heat.places.iter().collect::<Vec<_>>()
        }
        (Goal::Stuck(at), FoundError::Deadlock { .. } | FoundError::LostSignal { .. }) => {
            places.dedup();
            places == at.iter().collect::<Vec<_>>()
        }
        (Goal::Uncaught(at), FoundError::Uncaught { .. }) => places.first().copied() == at.as_ref(),
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

fn name_of(error: &FoundError) -> String {
    match error {
        FoundError::Race { target, .. } | FoundError::LostSignal { target } => target.clone(),
        FoundError::Deadlock { locks, .. } => locks.join(","),
        FoundError::Atomicity { block, .. } => block.clone(),
        // The message often has values that differ from schedule to schedule.
        FoundError::Uncaught { message } => message.split(':').next().unwrap_or_default().to_owned(),
        FoundError::Livelock { .. } => String::new(),
        FoundError::Target { line } => line.clone(),
    }
}

/// `Account.java:10`.
#[must_use]
pub fn line_of(place: &SourcePos) -> String {
    let file = place.file.as_deref().unwrap_or(&place.class);
    place.line.map_or_else(|| file.to_owned(), |line| format!("{file}:{line}"))
}

/// A name that stays the same as long as what and where do (FNV-1a).
fn id(kind: &str, name: &str, places: &[&SourcePos]) -> String {
    let mut places: Vec<String> = places.iter().map(|place| place.to_string()).collect();
    places.sort();
    let text = format!("{kind}\n{name}\n{}", places.join("\n"));
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    format!("{kind}-{hash:016x}")
}

fn error_of(error: &PossibleError) -> FoundError {
    match error {
        PossibleError::Race(race) => {
            FoundError::Race { target: race.target.clone(), warning: Some(Box::new(race.clone())) }
        }
        PossibleError::Deadlock(deadlock) => {
            let mut locks: Vec<String> =
                deadlock.cycle.iter().map(|edge| names::without_indices(&edge.wants.name)).collect();
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
        doing: if access.writes { "writes".to_owned() } else { "reads".to_owned() },
        place: access.place.clone(),
        stack: access.stack.clone(),
        locks: access.locks.clone(),
        wants: None,
    };
    let edge = |edge: &CycleEdge| Participant {
        thread: edge.thread.clone(),
        doing: format!("holds {} and takes {}", edge.holds, edge.wants),
        place: edge.place.clone(),
        stack: edge.wanted_at.clone(),
        locks: vec![(edge.holds.clone(), edge.held_mode)],
        wants: Some(edge.wants.clone()),
    };
    let operation = |thread: &ThreadName, operation: &Operation| Participant {
        thread: thread.clone(),
        doing: operation.what.clone(),
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

/// What can be said of an error that was met, not predicted.
fn reasons_seen(error: &FoundError, participants: &[Participant]) -> Vec<String> {
    match (error, participants) {
        (FoundError::Race { .. }, [first, second]) => vec![
            no_common_lock((&first.thread, &first.locks), (&second.thread, &second.locks)),
            "Both can go on at this moment: nothing makes one wait for the other.".to_owned(),
        ],
        (FoundError::Livelock { round }, _) => vec![
            format!("After the last {round} steps everything is as it was before them, and so it can go on for ever."),
            "Everybody who could go on did: nobody is kept from ending it.".to_owned(),
        ],
        _ => participants.iter().map(|p| format!("{} {}.", p.thread, p.doing)).collect(),
    }
}

fn no_common_lock(
    first: (&ThreadName, &[(LockName, LockMode)]),
    second: (&ThreadName, &[(LockName, LockMode)]),
) -> String {
    let locks = |locks: &[(LockName, LockMode)]| {
        let names: Vec<&str> = locks.iter().map(|(lock, _)| &*lock.name).collect();
        if names.is_empty() { "no lock".to_owned() } else { names.join(", ") }
    };
    let (one, other) = (locks(first.1), locks(second.1));
    format!("{} holds {one}; {} holds {other}: no lock keeps them apart.", first.0, second.0)
}

fn reasons_of(error: &PossibleError) -> Vec<String> {
    match error {
        PossibleError::Race(race) => {
            let (first, second) = (&race.first, &race.second);
            let order = match race.happened {
                Some(true) => "Nothing ordered the two accesses in the run.",
                _ => {
                    "In the run only the order in which locks were taken, or a hand-over that need not happen, came between them."
                }
            };
            vec![no_common_lock((&first.thread, &first.locks), (&second.thread, &second.locks)), order.to_owned()]
        }
        PossibleError::Deadlock(deadlock) => {
            let edges = deadlock.cycle.iter();
            edges.map(|edge| format!("{} holds {} and wants {}.", edge.thread, edge.holds, edge.wants)).collect()
        }
        PossibleError::Atomicity(found) => {
            let Operation { what, place, .. } = &found.commit;
            let conflict = &found.conflict;
            vec![
                format!("After {} {what} at {place} others can see what the block has done.", found.thread),
                format!("It still {} at {}.", found.broken_by.what, found.broken_by.place),
                format!(
                    "{} can come between: it conflicts with where the block {} ({}) and, later, with where it {} ({}).",
                    found.intruder,
                    conflict.before.what,
                    conflict.before.place,
                    conflict.after.what,
                    conflict.after.place
                ),
            ]
        }
    }
}

//! Findings in words: titles, reasons, verdicts, what was tried.

use deadheat_analysis::{Atomicity, Deadlock, LockName, Race, ThreadName};
use deadheat_event::LockMode;
use deadheat_witness::result::{
    Act, AttemptOutcome, BlockAct, Bound, Condition, Doing, Finding, FoundError, Moment, OTHER_EXIT_CODE, Participant,
    Technique, Unresolved, Verdict, is_exit_code,
};

use super::{block_act, count, doing, short_place};

/// One line: what it is, and on what.
#[must_use]
pub fn title(error: &FoundError) -> String {
    match error {
        FoundError::Race { target, .. } => format!("data race on {target}"),
        FoundError::Deadlock { locks, .. } => format!("deadlock on {}", locks.join(", ")),
        FoundError::LostSignal { target } => format!("lost signal: a thread waits for ever on {target}"),
        FoundError::Atomicity { block, .. } => format!("{block} is not atomic"),
        FoundError::Uncaught { message } if is_exit_code(message) => format!("the program ends with {message}"),
        FoundError::Uncaught { message } => format!("uncaught {message}"),
        FoundError::FailingTest { test, message, .. } => format!("failing test {test}: {message}"),
        FoundError::DifferingOutput { message, .. } if message == OTHER_EXIT_CODE => {
            format!("the program ends with {message}")
        }
        FoundError::DifferingOutput { message, .. } => format!("the program prints {message}"),
        FoundError::Livelock { round } => format!("livelock: threads go round in a cycle of {round} steps"),
        FoundError::Target { line } => format!("a thread gets to {line}"),
    }
}

/// The title of a finding: also which variable holds a collection, and what must come together for the error.
#[must_use]
pub fn headline(finding: &Finding) -> String {
    let witness = finding.witness.as_ref();
    let title = match (&finding.error, witness.and_then(|witness| witness.holder.as_ref())) {
        (FoundError::Race { target, .. }, Some(holder)) => format!("data race on {holder} ({target})"),
        (error, _) => title(error),
    };
    match witness.and_then(|witness| witness.condition) {
        Some(Condition::Timeout { millis }) => format!("{title}, after a timeout of {}", duration(millis)),
        Some(Condition::SpuriousWakeUp) => format!("{title}, after a spurious wake-up"),
        None => title,
    }
}

/// `5 s`, `1.5 s`, `2 min`, `3 h`.
fn duration(millis: u64) -> String {
    match millis {
        3_600_000.. => format!("{} h", millis / 3_600_000),
        120_000.. => format!("{} min", millis / 60_000),
        _ if millis.is_multiple_of(1000) => format!("{} s", millis / 1000),
        _ => format!("{:.1} s", millis as f64 / 1000.0),
    }
}

/// The same of something that was only predicted.
#[must_use]
pub fn suspicion(error: &FoundError) -> String {
    match error {
        FoundError::Atomicity { block, .. } => format!("{block} may not be atomic"),
        _ => format!("possible {}", title(error)),
    }
}

/// What a thread does, and what it holds: `writes, holding no lock`. The operations of a block are shown without locks: those were
/// not looked at.
#[must_use]
pub fn part(participant: &Participant, error: &FoundError) -> String {
    let doing = doing(&participant.doing);
    match error {
        FoundError::Atomicity { .. } => doing,
        _ => format!("{doing}, {}", holding(&participant.locks)),
    }
}

/// `holding a, b (shared)`.
#[must_use]
pub fn holding(locks: &[(LockName, LockMode)]) -> String {
    let names: Vec<String> = locks
        .iter()
        .map(|(lock, mode)| match mode {
            LockMode::Exclusive => lock.name.clone(),
            LockMode::Shared => format!("{} (shared)", lock.name),
        })
        .collect();
    if names.is_empty() { "holding no lock".to_owned() } else { format!("holding {}", names.join(", ")) }
}

/// The name of a technique.
#[must_use]
pub fn technique(technique: Technique) -> &'static str {
    match technique {
        Technique::Run => "the run itself",
        Technique::Prediction => "reordering the run",
        Technique::Extension => "extending the run",
        Technique::ActiveTesting => "active testing",
        Technique::Suspicion => "following a suspicion",
        Technique::Target | Technique::Exclusion | Technique::Hint | Technique::Chopping => "a search for the place",
        Technique::Window => "a search among the threads that matter",
        Technique::Walks => "random walks",
        Technique::Search => "a plain search",
    }
}

/// What became of an attempt.
#[must_use]
pub fn outcome(outcome: AttemptOutcome) -> &'static str {
    match outcome {
        AttemptOutcome::Found => "found",
        AttemptOutcome::NotFound => "not found",
        AttemptOutcome::BoundsReached => "not found within the bounds",
        AttemptOutcome::SearchedAll => "searched every state",
        AttemptOutcome::PredictedOnly => "predicted on the way, but not met",
        AttemptOutcome::ReplayFailed => "a schedule was found, but its replay did not prove the error",
    }
}

/// Why a finding is unresolved; nothing if it is not.
#[must_use]
pub fn unresolved(finding: &Finding) -> String {
    let Verdict::Unresolved { reason, .. } = &finding.verdict else { return String::new() };
    match reason {
        Unresolved::NotTried => "the time was over before it was looked at".to_owned(),
        Unresolved::NotFound => {
            let mut tried: Vec<&str> = finding.attempts.iter().map(|attempt| technique(attempt.technique)).collect();
            tried.dedup();
            if tried.is_empty() { "not found".to_owned() } else { format!("not found by {}", tried.join(", ")) }
        }
        Unresolved::Predicted if finding.reordering.is_some() => {
            "predicted from a trace, by an order in which reads see other values than in the trace: whether the program still does the \
             same then is not known"
                .to_owned()
        }
        Unresolved::Predicted => "predicted from a run; no schedule was looked for".to_owned(),
        Unresolved::ReplayFailed => "its replay on a fresh machine did not end in the error".to_owned(),
        Unresolved::Suppressed => "suppressed: not looked at".to_owned(),
    }
}

/// Why a race follows from others; nothing if it does not.
#[must_use]
pub fn follows(finding: &Finding) -> String {
    let Verdict::Follows { from } = &finding.verdict else { return String::new() };
    let by = if from.is_empty() { "a race that is marked as meant".to_owned() } else { from.join(", ") };
    format!(
        "follows from {by}: in no schedule are both threads here at once, but nothing orders the two accesses. One thread gets at \
         what they touch by that race, and may see it half made."
    )
}

/// Why a prediction is believed, and what was not done; nothing if it is none.
#[must_use]
pub fn predicted(finding: &Finding) -> String {
    let Verdict::Predicted { engine } = &finding.verdict else { return String::new() };
    // Of a read that comes between two accesses of a block the point is what it sees.
    let but = match &finding.participants[..] {
        [_, between, _] if matches!(&between.doing, Doing::InBlock { operation: BlockAct::Reads { .. } }) => {
            ", but for the one that comes between"
        }
        _ => "",
    };
    format!(
        "a correct reordering of the trace leads there (engine: {engine}): every thread does what it did, and reads see what they \
         saw{but}. There is no program to replay it with."
    )
}

/// The title above what leads to an error, and how long that is.
#[must_use]
pub fn course(finding: &Finding) -> (&'static str, String) {
    match (&finding.witness, &finding.reordering) {
        (Some(witness), _) => {
            let (steps, switches) = (count(witness.steps, "step"), count(witness.switches, "switch"));
            ("How it happens", format!("{steps} with {switches}"))
        }
        (None, Some(reordering)) => ("How it can happen", format!("{} of the trace", count(reordering.steps, "event"))),
        (None, None) => ("How it happens", count(0, "step")),
    }
}

/// What kept a search from being complete.
#[must_use]
pub fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::Time => "the time is over",
        Bound::States => "the number of states is reached",
        Bound::Depth => "paths were cut at the depth allowed",
        Bound::Memory => "the memory allowed is used up",
        Bound::Preemptions => "schedules with more preemptions were left out",
        Bound::Walks => "random walks see only a part",
        Bound::Interrupted => "interrupted",
        Bound::FirstViolation => "stopped at the first finding",
        Bound::Frozen => "some threads were frozen",
        Bound::Cut => "states without hope were cut",
        Bound::Recording => "the recorded run was cut, so warnings speak of its beginning only",
        Bound::Steady => "the program does not end: its run was recorded until it reached nothing new any more",
        Bound::Fault => "a part of the search failed",
        Bound::Parts => "some parts of the search were not finished",
        Bound::Unnamed => {
            "what parts of the search saw cannot be put together: the guest's objects have no lasting names"
        }
        Bound::BlindSpot => "accesses to shared memory by some library methods were not seen",
    }
}

/// Why nothing orders the threads, or why they cannot go on, in sentences.
#[must_use]
pub fn reasons(finding: &Finding) -> Vec<String> {
    match &finding.error {
        FoundError::Race { warning: Some(race), .. } => predicted_race(race),
        FoundError::Deadlock { warning: Some(deadlock), .. } => predicted_deadlock(deadlock),
        FoundError::Atomicity { warning: Some(atomicity), .. } => predicted_atomicity(atomicity),
        error => seen(error, &finding.participants).into_iter().chain(last_foreign_value(finding)).collect(),
    }
}

/// What can be said of an error that was met, not predicted.
fn seen(error: &FoundError, participants: &[Participant]) -> Vec<String> {
    match (error, participants) {
        (FoundError::Race { .. }, [first, second]) => vec![
            no_common_lock((&first.thread, &first.locks), (&second.thread, &second.locks)),
            "Both can go on at this moment: nothing makes one wait for the other.".to_owned(),
        ],
        (FoundError::Atomicity { .. }, [before, between, after]) => broken_block([before, between, after]),
        (FoundError::Livelock { round }, _) => vec![
            format!("After the last {round} steps everything is as it was before them, and so it can go on for ever."),
            "Every thread that could go on did: none is kept from ending it.".to_owned(),
        ],
        (FoundError::FailingTest { expected: Some(expected), actual: Some(actual), .. }, _) => {
            vec![format!("Expected: {expected}"), format!("Came:     {actual}")]
        }
        (FoundError::DifferingOutput { expected: Some(expected), actual: Some(actual), first, .. }, _) => {
            let first = first.iter().map(|command| format!("The first run ends as expected: {command}"));
            [format!("Expected: {expected}"), format!("Came:     {actual}")].into_iter().chain(first).collect()
        }
        _ => participants.iter().map(|part| format!("{} {}.", part.thread, doing(&part.doing))).collect(),
    }
}

/// Why a block is not one operation: two of its accesses, and another thread's between them.
fn broken_block([before, between, after]: [&Participant; 3]) -> Vec<String> {
    let writes = |part: &Participant| match &part.doing {
        Doing::InBlock { operation } => matches!(operation, BlockAct::Writes { .. }),
        // An update sees first what it changes.
        Doing::About { next } => matches!(**next, Act::Write { .. }),
        _ => false,
    };
    let (owner, other) = (&before.thread, &between.thread);
    let from_to = format!("Between {} and {}", short_place(&before.place), short_place(&after.place));
    let harm = match (writes(before), writes(between), writes(after)) {
        (_, false, _) => format!("{other} sees what the block has done by half."),
        (_, true, true) => format!("{owner} then writes over what {other} wrote, and has not seen it."),
        (true, true, false) => format!("{owner} then reads something else than it has written itself."),
        (false, true, false) => format!("{owner} reads the same twice, and sees two values."),
    };
    vec![format!("{from_to} nothing keeps {other} out: no lock is held all the while that it needs."), harm]
}

/// Of a thread that dies: the last value that it has read from another thread, and where that was written.
fn last_foreign_value(finding: &Finding) -> Option<String> {
    let is_death = matches!(
        finding.error,
        FoundError::Uncaught { .. } | FoundError::FailingTest { .. } | FoundError::DifferingOutput { .. }
    );
    let [dead, ..] = &finding.participants[..] else { return None };
    if !is_death {
        return None;
    }
    let moments = &finding.witness.as_ref()?.interleaving;
    let mine =
        moments.iter().enumerate().rev().filter(|(_, moment)| moment.thread == dead.thread.id && moment.relevant);
    mine.filter_map(|(at, moment)| {
        let (target, value) = match &moment.act {
            Act::Read { target, value: Some(value), .. } | Act::Update { target, old: Some(value), .. } => {
                (target, value)
            }
            _ => return None,
        };
        // The last write to it before; the names of two objects' fields may be the same, their values must be.
        let written = |earlier: &&Moment| match &earlier.act {
            Act::Write { target: written, value: Some(new), .. }
            | Act::Update { target: written, new: Some(new), wrote: true, .. } => written == target && new == value,
            _ => false,
        };
        let writer = moments[..at].iter().rev().find(written).filter(|writer| writer.thread != dead.thread.id)?;
        let place = |moment: &Moment| moment.place.as_ref().map(|place| format!(" at {}", short_place(place)));
        let (here, there) = (place(moment).unwrap_or_default(), place(writer).unwrap_or_default());
        Some(format!("Before that it read {target}{here}: {value}, which {} wrote{there}.", writer.thread))
    })
    .next()
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

fn predicted_race(race: &Race) -> Vec<String> {
    let (first, second) = (&race.first, &race.second);
    let order = match race.happened {
        Some(true) => "Nothing ordered the two accesses in the run.",
        _ => {
            "In the run only the order in which locks were taken, or a hand-over that need not happen, came between them."
        }
    };
    vec![no_common_lock((&first.thread, &first.locks), (&second.thread, &second.locks)), order.to_owned()]
}

fn predicted_deadlock(deadlock: &Deadlock) -> Vec<String> {
    let edges = deadlock.cycle.iter();
    edges.map(|edge| format!("{} holds {} and wants {}.", edge.thread, edge.holds, edge.wants)).collect()
}

fn predicted_atomicity(found: &Atomicity) -> Vec<String> {
    let Atomicity { thread, commit, broken_by, intruder, conflict, .. } = found;
    let (before, after) = (&conflict.before, &conflict.after);
    vec![
        format!(
            "After {thread} {} at {} others can see what the block has done.",
            block_act(&commit.act),
            commit.place
        ),
        format!("It still {} at {}.", block_act(&broken_by.act), broken_by.place),
        format!(
            "{intruder} can come between: it conflicts with where the block {} ({}) and, later, with where it {} ({}).",
            block_act(&before.act),
            before.place,
            block_act(&after.act),
            after.place
        ),
    ]
}

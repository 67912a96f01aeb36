//! The last word: a schedule replayed from the program's start on a machine made anew.

use deadheat_analysis::{ThreadName, names};
use deadheat_event::{BlockedOn, Choice, Context, LockId, Observer, OpKind, PendingOp, Schedule, SourcePos, ThreadId};
use deadheat_machine::{Machine, Outcome, StepError};
use rustc_hash::FxHashSet;

use crate::goal::{Goal, thrown_at};
use crate::minimise::switches;
use crate::narrate::{Narrator, Subject};
use crate::race::{access_place, guest_place};
use crate::result::{Act, Moment, Participant, Witness};
use crate::stuck;

/// A longer schedule is told only from so many steps before its end.
const TOLD: u64 = 20_000;

/// What a replay has shown.
pub struct Confirmed {
    /// The proof.
    pub witness: Witness,
    /// Who is in the error.
    pub participants: Vec<Participant>,
    /// What the error is on, by name: locks, for a deadlock.
    pub names: Vec<String>,
    /// Whether the threads wait for each other.
    pub circle: bool,
    /// What somebody died of.
    pub message: Option<String>,
}

/// Replays a schedule on a machine that stands at the program's start; `None` when it does not reach the goal.
///
/// # Errors
/// If the machine is at fault.
pub fn confirm<M: Machine>(machine: &mut M, goal: &Goal, schedule: &Schedule) -> Result<Option<Confirmed>, StepError> {
    // As in the search: see the machine's rules on garbage.
    machine.snapshot();
    let goal = goal.by_name();
    let mut pursuit = goal.pursue();
    let mut narrator = Narrator::default();
    let mut outcome = Outcome::Running;
    let mut choices = Vec::new();
    let total = schedule.steps();
    let mut step = 0;
    for run in schedule.runs() {
        let mut left = run.count;
        let mut choice = run.choice;
        while left > 0 {
            machine.choices(&mut choices);
            if !outcome.is_running() || !choices.contains(&choice) {
                return Ok(None);
            }
            let turn = if total - step > TOLD { left.min(total - step - TOLD) } else { 1 };
            narrator.at_step(step);
            let ran = machine.run(choice, turn, Some(&mut Both(pursuit.observer(), &mut narrator)))?;
            outcome = ran.outcome;
            step += ran.steps;
            left -= ran.steps.min(left);
            choice = Choice::Thread(choice.thread());
        }
    }
    let Some(threads) = pursuit.met(machine, &outcome) else { return Ok(None) };
    if matches!(goal, Goal::Stuck(_)) && outcome.is_running() {
        let here = machine.snapshot();
        let stays = stuck::stay(machine, &threads)?;
        machine.restore(&here);
        if !stays {
            return Ok(None);
        }
    }
    Ok(Some(describe(machine, &goal, schedule, &threads, narrator)))
}

/// Two observers, one of which may be absent.
struct Both<'a>(Option<&'a mut dyn Observer>, &'a mut Narrator);

impl Observer for Both<'_> {
    fn event(&mut self, event: &deadheat_event::Event, context: &dyn Context) {
        if let Some(observer) = &mut self.0 {
            observer.event(event, context);
        }
        self.1.event(event, context);
    }
}

fn describe<M: Machine>(
    machine: &M,
    goal: &Goal,
    schedule: &Schedule,
    threads: &[ThreadId],
    narrator: Narrator,
) -> Confirmed {
    let context = machine.context();
    let pending: Vec<(ThreadId, Option<PendingOp>)> =
        threads.iter().map(|thread| (*thread, machine.pending(*thread))).collect();
    let mut subjects = FxHashSet::default();
    for (thread, op) in &pending {
        subjects.extend(context.locks(*thread).iter().map(|(lock, _)| Subject::Lock(*lock)));
        let Some(op) = op else { continue };
        subjects.extend(op.kind.access().map(|access| Subject::Location(access.location)));
        subjects.extend(op.kind.lock().map(Subject::Lock));
    }
    if matches!(goal, Goal::Atomicity(_) | Goal::Uncaught(_)) {
        // The error is not in one place: whatever the threads tell each other may be its cause.
        subjects.extend(narrator.conflicts());
    }
    let participants: Vec<Participant> =
        pending.iter().map(|(thread, op)| participant(machine, *thread, op.as_ref(), &narrator)).collect();
    let mut names: Vec<String> = pending
        .iter()
        .filter_map(|(_, op)| op.as_ref().and_then(wanted))
        .map(|lock| names::lock(lock, context).name)
        .collect();
    names.sort();
    names.dedup();
    let circle = pending.iter().all(|(_, op)| {
        let blocked = op.as_ref().and_then(|op| op.blocked);
        matches!(blocked, Some(BlockedOn::Lock { .. } | BlockedOn::ClassInit { .. } | BlockedOn::Join { .. }))
    });
    let message = match goal {
        Goal::Uncaught(_) => threads.first().and_then(|thread| machine.uncaught(*thread)).map(|death| death.message),
        _ => None,
    };
    let told = narrator.threads(context);
    let mut interleaving = narrator.story(&subjects);
    let steps = schedule.steps();
    if !matches!(goal, Goal::Atomicity(_)) {
        interleaving.extend(participants.iter().map(|participant| last_moment(participant, steps)));
    }
    let witness = Witness {
        schedule: schedule.to_string(),
        steps,
        switches: switches(schedule),
        threads: told,
        goal: Some(goal.clone()),
        interleaving,
    };
    Confirmed { witness, participants, names, circle, message }
}

/// The lock or condition that a thread waits for.
fn wanted(op: &PendingOp) -> Option<LockId> {
    match op.blocked? {
        BlockedOn::Lock { lock, .. } => Some(lock),
        BlockedOn::Notify { condition, .. } => Some(LockId(condition)),
        BlockedOn::Permits { semaphore: object } | BlockedOn::Latch { latch: object } => Some(LockId(object)),
        _ => None,
    }
}

fn last_moment(participant: &Participant, step: u64) -> Moment {
    Moment {
        step,
        thread: participant.thread.id,
        act: Act::About { what: participant.doing.clone() },
        place: Some(participant.place.clone()),
        library: None,
        relevant: true,
        switch: None,
    }
}

fn participant<M: Machine>(machine: &M, thread: ThreadId, op: Option<&PendingOp>, narrator: &Narrator) -> Participant {
    let context = machine.context();
    let death = machine.uncaught(thread);
    let nowhere = || SourcePos { class: "?".into(), method: "?".into(), file: None, line: None };
    let stands = || match op.and_then(|op| op.kind.access()) {
        Some(_) => access_place(thread, context),
        None => guest_place(thread, context),
    };
    let place = death.as_ref().and_then(|_| thrown_at(thread, machine)).or_else(stands);
    let name: ThreadName = narrator.thread(thread, context);
    Participant {
        thread: name,
        doing: match &death {
            Some(death) => format!("dies of {}", death.message),
            None => op.map_or_else(|| "has ended".to_owned(), |op| words(op, context)),
        },
        place: place.unwrap_or_else(nowhere),
        stack: death.map_or_else(|| context.stack(thread), |death| death.stack),
        locks: context.locks(thread).into_iter().map(|(lock, mode)| (names::lock(lock, context), mode)).collect(),
    }
}

/// What a thread is about to do, or waits for.
fn words(op: &PendingOp, context: &dyn Context) -> String {
    let lock = |lock: LockId| names::lock(lock, context).name;
    match op.blocked {
        Some(BlockedOn::Lock { lock: wanted, owner: Some(owner) }) => {
            format!("waits for {}, which {owner} holds", lock(wanted))
        }
        Some(BlockedOn::Lock { lock: wanted, owner: None }) => format!("waits for {}", lock(wanted)),
        Some(BlockedOn::Notify { condition, .. }) => format!("waits for a notification on {}", lock(LockId(condition))),
        Some(BlockedOn::Join { thread }) => format!("waits for the end of {thread}"),
        Some(other) => format!("waits for {other}"),
        None => match &op.kind {
            OpKind::Read { location, .. } => format!("is about to read {}", names::target(*location, context)),
            OpKind::Write { location, value: Some(value), .. } => {
                format!("is about to write {value} to {}", names::target(*location, context))
            }
            OpKind::Write { location, .. } => format!("is about to write {}", names::target(*location, context)),
            OpKind::Update { location, .. } => format!("is about to update {}", names::target(*location, context)),
            other => format!("is about to: {other}"),
        },
    }
}

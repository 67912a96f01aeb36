//! The last word: a schedule replayed from the program's start on a machine made anew.

use deadheat_analysis::{LockName, ThreadName, names};
use deadheat_event::{BlockedOn, Choice, Context, LockId, Observer, OpKind, PendingOp, Schedule, SourcePos, ThreadId};
use deadheat_machine::{Machine, Outcome, StepError};
use deadheat_search::property::doing;
use rustc_hash::FxHashSet;

use crate::circle::Circle;
use crate::finding::line_of;
use crate::goal::{Goal, thrown_at};
use crate::minimise::switches;
use crate::narrate::{Narrator, Spoken, Subject};
use crate::race::{access_place, guest_place};
use crate::result::{Act, Moment, Participant, Witness};
use crate::stuck;

/// Changes from thread to thread are explained in so many steps from the start, and in those that are told.
const HEAD: u64 = 1_000;

/// What is wrong with a block at the end of its witness.
const BROKEN: &str = "is in the block still, and no order of whole blocks explains what it has seen";

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
    let mut circle = match goal {
        Goal::Circle(round) => Some(Circle::from(total.saturating_sub(round))),
        _ => None,
    };
    // From here on every step counts.
    let slow = circle.as_ref().map_or(u64::MAX, |circle| circle.begins).min(total.saturating_sub(TOLD));
    let mut step = 0;
    for run in schedule.runs() {
        let mut left = run.count;
        let mut choice = run.choice;
        while left > 0 {
            machine.choices(&mut choices);
            if !outcome.is_running() || !choices.contains(&choice) {
                return Ok(None);
            }
            let turn = if step < slow { left.min(slow - step) } else { 1 };
            if let Some(circle) = &mut circle {
                circle.before(step, machine, &choices, choice);
            }
            narrator.turn(choice.thread(), machine, step < HEAD || step >= slow);
            narrator.at_step(step);
            let ran = machine.run(choice, turn, Some(&mut Both(pursuit.observer(), &mut narrator)))?;
            outcome = ran.outcome;
            step += ran.steps;
            left -= ran.steps.min(left);
            choice = Choice::Thread(choice.thread());
        }
    }
    let threads = match circle {
        Some(circle) => circle.closed(machine),
        None => pursuit.met(machine, &outcome),
    };
    let Some(threads) = threads else { return Ok(None) };
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
    mut narrator: Narrator,
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
        if let OpKind::ClassInit { class: object }
        | OpKind::LatchAwait { latch: object }
        | OpKind::SemaphoreAcquire { semaphore: object, .. } = op.kind
        {
            subjects.insert(Subject::Lock(LockId(object)));
        }
    }
    let parked = pending.iter().any(|(_, op)| op.as_ref().is_some_and(|op| op.blocked == Some(BlockedOn::Unpark)));
    if parked || matches!(goal, Goal::Atomicity(_) | Goal::Uncaught(_) | Goal::Circle(_) | Goal::Reached(_)) {
        // The error is not in one place: whatever the threads tell each other may be its cause.
        subjects.extend(narrator.conflicts());
    }
    if matches!(goal, Goal::Atomicity(_)) {
        // Locks that do not help are what is wrong.
        subjects.extend(narrator.shared_locks());
    }
    let participants: Vec<Participant> =
        pending.iter().map(|(thread, op)| participant(machine, *thread, op.as_ref(), &mut narrator)).collect();
    let mut names: Vec<String> = pending.iter().filter_map(|(_, op)| wanted(op.as_ref()?.blocked?, context)).collect();
    names.sort();
    names.dedup();
    if names.is_empty() {
        // Who is parked waits for nothing that has a name; where is the next best.
        names.extend(participants.first().map(|participant| format!("an unpark at {}", line_of(&participant.place))));
    }
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
    if matches!(goal, Goal::Atomicity(_)) {
        // Of all its threads the block's own is the one to look at.
        let broken = |owner: &Participant| Participant { doing: BROKEN.to_owned(), ..owner.clone() };
        interleaving.extend(participants.first().map(|owner| last_moment(&broken(owner), steps)));
    } else {
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

/// What a thread waits for, by a name that is the same in every run.
fn wanted(blocked: BlockedOn, context: &dyn Context) -> Option<String> {
    let object = match blocked {
        BlockedOn::Lock { lock, .. } => lock,
        BlockedOn::Notify { condition: object, .. }
        | BlockedOn::Permits { semaphore: object }
        | BlockedOn::Latch { latch: object }
        | BlockedOn::ClassInit { class: object, .. } => LockId(object),
        BlockedOn::Join { .. } => return Some("the end of a thread".to_owned()),
        BlockedOn::Unpark | BlockedOn::Time => return None,
    };
    Some(names::without_indices(&names::lock(object, context).name))
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

fn participant<M: Machine>(
    machine: &M,
    thread: ThreadId,
    op: Option<&PendingOp>,
    narrator: &mut Narrator,
) -> Participant {
    let context = machine.context();
    let death = machine.uncaught(thread);
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
            None => op.map_or_else(
                || "has ended".to_owned(),
                |op| doing(op, &mut Spoken { narrator, context, target: names::target }),
            ),
        },
        place: place.unwrap_or_else(SourcePos::unknown),
        stack: death.map_or_else(|| context.stack(thread), |death| death.stack),
        locks: context.locks(thread).into_iter().map(|(lock, mode)| (named(lock, narrator, context), mode)).collect(),
        wants: match op.and_then(|op| op.blocked) {
            Some(BlockedOn::Lock { lock, .. }) => Some(named(lock, narrator, context)),
            _ => None,
        },
    }
}

fn named(lock: LockId, narrator: &mut Narrator, context: &dyn Context) -> LockName {
    LockName { id: lock, name: narrator.lock(lock, context) }
}

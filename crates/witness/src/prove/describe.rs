//! The end of a witness, described: the threads that are in the error, what it is on, and what of the story matters.

use deadheat_analysis::LockName;
use deadheat_event::{BlockedOn, Context, Op, Pending, Schedule, SourcePos, SyncId, ThreadId, name};
use deadheat_machine::Machine;
use rustc_hash::FxHashSet;

use super::confirm::Proof;
use super::minimise::switches;
use crate::goal::{Goal, thrown_at};
use crate::names::variable_name;
use crate::race_pair::{access_place, program_place};
use crate::result::{Act, Doing, Moment, Participant, Witness};
use crate::story::{Narrator, Subject};

/// The proof that a machine, which stands at the end of a schedule, gives of its goal.
pub fn proof<M: Machine>(
    machine: &M,
    goal: &Goal,
    schedule: &Schedule,
    threads: &[ThreadId],
    mut narrator: Narrator,
) -> Proof {
    let context = machine.context();
    let pending: Vec<(ThreadId, Option<Pending>)> =
        threads.iter().map(|thread| (*thread, machine.pending(*thread))).collect();
    let subjects = subjects(&pending, goal, &narrator, context);
    let participants: Vec<Participant> =
        pending.iter().map(|(thread, op)| participant(machine, *thread, op.as_ref(), &mut narrator)).collect();
    let mut names: Vec<String> = pending.iter().filter_map(|(_, op)| wanted(op.as_ref()?.blocked?, context)).collect();
    names.sort();
    names.dedup();
    if names.is_empty() {
        // A parked thread waits for nothing that has a name; where is the next best.
        names.extend(participants.first().map(|part| format!("an unpark at {}", part.place.line_name())));
    }
    let cycle = pending.iter().all(|(_, op)| {
        let blocked = op.as_ref().and_then(|op| op.blocked);
        matches!(blocked, Some(BlockedOn::Lock { .. } | BlockedOn::Initialise { .. } | BlockedOn::Join { .. }))
    });
    let death = match goal {
        Goal::Uncaught(_) | Goal::Thrown { .. } => threads.first().and_then(|thread| machine.uncaught(*thread)),
        _ => None,
    };
    let holder = match (goal, pending.first()) {
        (Goal::Race(_), Some((_, Some(op)))) => op.op.access().and_then(|access| context.holder_name(access.location)),
        _ => None,
    };
    let all_threads = narrator.threads(context);
    let mut interleaving = narrator.story(&subjects);
    let steps = schedule.steps();
    if matches!(goal, Goal::Atomicity(_)) {
        // Of all its threads the block's own is the one to look at.
        let broken = |owner: &Participant| Participant { doing: Doing::InBrokenBlock, ..owner.clone() };
        interleaving.extend(participants.first().map(|owner| last_moment(&broken(owner), steps)));
    } else {
        interleaving.extend(participants.iter().map(|participant| last_moment(participant, steps)));
    }
    let witness = Witness {
        schedule: schedule.clone(),
        steps,
        switches: switches(schedule),
        threads: all_threads,
        goal: Some(goal.clone()),
        condition: None,
        holder,
        interleaving,
    };
    Proof { witness, participants, names, cycle, death, conflict: None }
}

/// What a moment must be about to matter.
fn subjects(
    pending: &[(ThreadId, Option<Pending>)],
    goal: &Goal,
    narrator: &Narrator,
    context: &dyn Context,
) -> FxHashSet<Subject> {
    let mut subjects = FxHashSet::default();
    for (thread, op) in pending {
        subjects.extend(context.locks(*thread).iter().map(|(lock, _)| Subject::Sync(*lock)));
        let Some(Pending { op, .. }) = op else { continue };
        subjects.extend(op.access().map(|access| Subject::Location(access.location)));
        subjects.extend(op.lock().map(Subject::Sync));
        if let Op::Initialise { once: sync }
        | Op::LatchAwait { latch: sync }
        | Op::SemaphoreAcquire { semaphore: sync, .. } = op
        {
            subjects.insert(Subject::Sync(*sync));
        }
    }
    let parked = pending.iter().any(|(_, op)| op.as_ref().is_some_and(|op| op.blocked == Some(BlockedOn::Unpark)));
    if parked
        || matches!(
            goal,
            Goal::Atomicity(_) | Goal::Uncaught(_) | Goal::Thrown { .. } | Goal::Cycle(_) | Goal::Reached(_)
        )
    {
        // The error is not in one place: whatever the threads tell each other may be its cause.
        subjects.extend(narrator.conflicts());
    }
    if matches!(goal, Goal::Atomicity(_)) {
        // Locks that do not help are what is wrong.
        subjects.extend(narrator.shared_locks());
    }
    subjects
}

/// What a thread waits for, by a name that is the same in every run.
fn wanted(blocked: BlockedOn, context: &dyn Context) -> Option<String> {
    let sync = match blocked {
        BlockedOn::Lock { lock: sync, .. }
        | BlockedOn::Notify { condition: sync, .. }
        | BlockedOn::Permits { semaphore: sync }
        | BlockedOn::Latch { latch: sync }
        | BlockedOn::Initialise { once: sync, .. } => sync,
        BlockedOn::Join { .. } => return Some("the end of a thread".to_owned()),
        BlockedOn::Unpark | BlockedOn::Time => return None,
    };
    Some(name::without_indices(&context.sync_name(sync)))
}

fn last_moment(participant: &Participant, step: u64) -> Moment {
    Moment {
        step,
        thread: participant.thread.id,
        act: Act::About { doing: participant.doing.clone() },
        place: Some(participant.place.clone()),
        library: None,
        relevant: true,
        switch: None,
    }
}

fn participant<M: Machine>(
    machine: &M,
    thread: ThreadId,
    pending: Option<&Pending>,
    narrator: &mut Narrator,
) -> Participant {
    let context = machine.context();
    let death = machine.uncaught(thread);
    let stands = || match pending.and_then(|pending| pending.op.access()) {
        Some(_) => access_place(thread, context),
        None => program_place(thread, context),
    };
    let stack = death.as_ref().map_or_else(|| context.stack(thread), |death| death.stack.clone());
    let name = narrator.thread(thread, context);
    // A thread of the library's own is shown where it stands there, and one that has not begun where it was started.
    let elsewhere = || stack.first().or(name.started_at.iter().find(|frame| frame.owner.is_program())).cloned();
    let place = death.as_ref().and_then(|_| thrown_at(thread, machine)).or_else(stands).or_else(elsewhere);
    Participant {
        thread: name,
        doing: match (&death, pending) {
            (Some(death), _) => Doing::of_death(death),
            (None, Some(pending)) => narrator.namer().doing(pending, context, variable_name),
            (None, None) => Doing::Ended,
        },
        place: place.unwrap_or_else(SourcePos::unknown),
        stack,
        locks: context.locks(thread).into_iter().map(|(lock, mode)| (named(lock, narrator, context), mode)).collect(),
        wants: match pending.and_then(|pending| pending.blocked) {
            Some(BlockedOn::Lock { lock, .. }) => Some(named(lock, narrator, context)),
            _ => None,
        },
    }
}

fn named(lock: SyncId, narrator: &mut Narrator, context: &dyn Context) -> LockName {
    LockName { id: lock, name: narrator.namer().sync(lock, context) }
}

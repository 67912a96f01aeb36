//! Threads that can never go on: circles of waiting, and waits that nobody is left to end.

use deadheat_event::{BlockedOn, Choice, PendingOp, ThreadId};
use deadheat_machine::{Machine, Outcome, StepError};

/// How far the others go on before a circle is believed to last.
const BEYOND: u64 = 500_000;

/// Steps of one turn.
const TURN: u64 = 1_000;

/// Threads that wait for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// The threads: the circle, or all that wait.
    pub threads: Vec<ThreadId>,
    /// Whether they wait for each other.
    pub circle: bool,
}

/// The threads that are stuck in the state now, if any. A circle counts while others run on; who waits for a signal counts only
/// when nothing moves any more, because nobody can know who would give it.
pub fn find<M: Machine>(machine: &M, outcome: &Outcome) -> Option<Stuck> {
    let mut live = Vec::new();
    machine.live(&mut live);
    let waiting: Vec<(ThreadId, PendingOp)> = live
        .iter()
        .filter_map(|thread| Some((*thread, machine.pending(*thread).filter(|op| !op.is_enabled())?)))
        .collect();
    let untimed = |thread: ThreadId| machine.delay(thread).is_none();
    for (start, _) in &waiting {
        let mut circle = vec![*start];
        while let Some(owner) =
            circle.last().and_then(|last| owner(&waiting, *last)).filter(|_| circle.iter().all(|t| untimed(*t)))
        {
            if owner == *start {
                return Some(Stuck { threads: circle, circle: true });
            }
            if circle.contains(&owner) {
                break;
            }
            circle.push(owner);
        }
    }
    let Outcome::Deadlocked { threads } = outcome else { return None };
    // Who only waits for the end of others says nothing about why.
    let joins = |thread: &ThreadId| {
        waiting.iter().any(|(t, op)| t == thread && matches!(op.blocked, Some(BlockedOn::Join { .. })))
    };
    let mut causes: Vec<ThreadId> = threads.iter().copied().filter(|thread| !joins(thread)).collect();
    if causes.is_empty() {
        causes.clone_from(threads);
    }
    Some(Stuck { threads: causes, circle: false })
}

/// Whether threads that are stuck stay so while all others go on, in turn and as time passes. A wait may end by an interrupt, and
/// nobody can see in a state whether one will come: a circle is a deadlock if it outlasts the run.
///
/// # Errors
/// If the machine is at fault.
pub fn stay<M: Machine>(machine: &mut M, threads: &[ThreadId]) -> Result<bool, StepError> {
    let standing: Vec<Option<PendingOp>> = threads.iter().map(|thread| machine.pending(*thread)).collect();
    let mut choices: Vec<Choice> = Vec::new();
    let (mut steps, mut turn) = (0, 0);
    while steps < BEYOND {
        machine.choices(&mut choices);
        let moves = choices.iter().filter(|choice| !matches!(choice, Choice::Timeout(_) | Choice::Spurious(_)));
        let moves: Vec<Choice> = moves.copied().collect();
        let next = if moves.is_empty() { choices.first() } else { moves.get(turn % moves.len()) };
        let Some(next) = next.copied() else { break };
        let ran = machine.run(next, TURN, None)?;
        (steps, turn) = (steps + ran.steps, turn + 1);
        if !threads.iter().zip(&standing).all(|(thread, stood)| machine.pending(*thread) == *stood) {
            return Ok(false);
        }
        if !ran.outcome.is_running() {
            break;
        }
    }
    Ok(true)
}

/// Whom a thread waits for.
fn owner(waiting: &[(ThreadId, PendingOp)], thread: ThreadId) -> Option<ThreadId> {
    let (_, op) = waiting.iter().find(|(waiter, _)| *waiter == thread)?;
    match op.blocked? {
        BlockedOn::Lock { owner, .. } => owner,
        BlockedOn::ClassInit { owner, .. } => Some(owner),
        BlockedOn::Join { thread } => Some(thread),
        _ => None,
    }
}

//! Threads that can never go on: circles of waiting, and waits that nobody is left to end.

use deadheat_event::{BlockedOn, PendingOp, ThreadId};
use deadheat_machine::{Machine, Outcome};

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

//! Deadlocks, global and local.
//!
//! *Global*: the machine itself says that nothing can go on. *Local*: some threads wait for each other while others run on.
//! The set of threads that are stuck is the largest set in which each waits, without a time limit, for a lock, an
//! initialiser or the end of a thread that belongs to a member of the set (or for a lock whose owner has ended). None of its members can move
//! before another does, so none ever will.
//!
//! What it can miss: threads that wait for a notification, a permit or a latch which no thread that is left would give count only if *all*
//! threads are stuck; which thread would give it cannot be known. What it can report wrongly: the end of a wait by an interrupt, where the
//! wait is interruptible and some thread would interrupt it. A thread that the search has seen interrupted is therefore not counted as stuck
//! where an interrupt ends its wait: not in joins, nor where it asked for a lock interruptibly. Of a local and a global deadlock at the same
//! sites the global one is kept: no thread is left to break it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use deadheat_event::{BlockedOn, Context, ErrorKind, Op, SiteId, ThreadId};
use deadheat_machine::Outcome;
use rustc_hash::FxHashSet;

use super::{Property, StateView, Violation};
use crate::{PendingThread, place};

/// Looks for deadlocks.
#[derive(Debug, Default)]
pub struct Deadlock {
    interrupted: Mutex<FxHashSet<ThreadId>>,
    /// Whether there are any: asked of most states, by all workers.
    any: AtomicBool,
}

/// What a thread waits for.
enum For {
    /// Something that only this thread can do.
    Thread(ThreadId),
    /// Something that any thread might do.
    Any,
}

fn waits_for(one: &PendingThread) -> Option<For> {
    waited_for(one.pending.blocked?)
}

fn waited_for(blocked: BlockedOn) -> Option<For> {
    Some(match blocked {
        BlockedOn::Lock { owner: Some(thread), .. } | BlockedOn::Join { thread } => For::Thread(thread),
        BlockedOn::Initialise { owner, .. } => For::Thread(owner),
        BlockedOn::Time => return None,
        _ => For::Any,
    })
}

/// Whether an interrupt ends the thread's wait.
fn is_interruptible(one: &PendingThread) -> bool {
    match one.pending.blocked {
        Some(BlockedOn::Lock { interruptible, .. }) => interruptible,
        Some(BlockedOn::Initialise { .. }) => false,
        _ => true,
    }
}

/// Whether a thread is at its end, and only waits for others before the machine lets it go: what it holds it will not give back.
fn is_at_end(one: &PendingThread, context: &dyn Context) -> bool {
    one.pending.blocked.is_some() && !context.has_sites(one.thread)
}

/// The threads that can never go on.
fn stuck<'a>(view: &StateView<'a>, is_interrupted: impl Fn(ThreadId) -> bool) -> Vec<&'a PendingThread> {
    let is_candidate = |one: &&PendingThread| {
        let may_go_on = view.patient.contains(&one.thread) || (is_interruptible(one) && is_interrupted(one.thread));
        let waits = matches!(waits_for(one), Some(For::Thread(_)));
        waits && !may_go_on && !is_at_end(one, view.context)
    };
    // Each waits for one other: the way from one to the next ends in a cycle, at a thread that has ended, or at one that may go on. The next is given by its
    // place in the list.
    let next = |one: &PendingThread| match waits_for(one) {
        Some(For::Thread(owner)) if is_candidate(&one) => {
            view.threads.binary_search_by_key(&owner, |one| one.thread).map_or(Next::HasEnded, Next::Is)
        }
        _ => Next::None { waits_at_end: is_at_end(one, view.context) },
    };
    let nexts: Vec<Next> = view.threads.iter().map(next).collect();
    let mut known: Vec<Option<bool>> = vec![None; nexts.len()];
    for start in 0..nexts.len() {
        let mut at = start;
        let is_stuck = loop {
            // On this way still: a cycle.
            if let Some(known) = known[at] {
                break known;
            }
            match nexts[at] {
                Next::Is(next) => {
                    known[at] = Some(true);
                    at = next;
                }
                Next::HasEnded => {
                    known[at] = Some(true);
                    break true;
                }
                Next::None { waits_at_end } => break waits_at_end,
            }
        };
        if is_stuck {
            continue;
        }
        let mut at = start;
        while let Next::Is(next) = nexts[at]
            && known[at] != Some(false)
        {
            known[at] = Some(false);
            at = next;
        }
    }
    (0..).zip(view.threads).filter(|(at, _): &(usize, _)| known[*at] == Some(true)).map(|(_, one)| one).collect()
}

/// The one that a thread waits for.
#[derive(Clone, Copy)]
enum Next {
    /// This one, by its place in the list.
    Is(usize),
    /// One that has ended.
    HasEnded,
    /// None, or none for sure; those that wait for the thread itself wait for ever if it is at its end.
    None { waits_at_end: bool },
}

/// The threads that make each deadlock, of those that are in one: the cycles, if there are any. A thread waits for one other, so it
/// is in one cycle at most.
fn cores<'a>(stuck: &[&'a PendingThread]) -> Vec<Vec<&'a PendingThread>> {
    let mut cycles: Vec<Vec<&PendingThread>> = Vec::new();
    for start in stuck {
        if cycles.iter().flatten().any(|one| one.thread == start.thread) {
            continue;
        }
        let mut cycle = vec![*start];
        while let Some(For::Thread(owner)) = cycle.last().and_then(|one| waits_for(one)) {
            if owner == start.thread {
                cycles.push(cycle);
                break;
            }
            match stuck.iter().find(|one| one.thread == owner) {
                Some(next) if !cycle.iter().any(|one| one.thread == owner) => cycle.push(next),
                _ => break,
            }
        }
    }
    if !cycles.is_empty() || stuck.is_empty() {
        return cycles;
    }
    // Threads that only wait for the end of the others say nothing about why.
    let joins = |one: &&&PendingThread| matches!(one.pending.blocked, Some(BlockedOn::Join { .. }));
    let causes: Vec<&PendingThread> = stuck.iter().filter(|one| !joins(one)).copied().collect();
    vec![if causes.is_empty() { stuck.to_vec() } else { causes }]
}

/// The threads that make each deadlock in this state.
pub(crate) fn deadlocked<'a>(
    view: &StateView<'a>,
    is_interrupted: impl Fn(ThreadId) -> bool,
) -> Vec<Vec<&'a PendingThread>> {
    if let Outcome::Deadlocked { threads } = view.outcome {
        let circular = stuck(view, |_| false);
        let all = || view.threads.iter().filter(|one| threads.contains(&one.thread)).collect();
        return cores(&if circular.is_empty() { all() } else { circular });
    }
    let blocked = view.threads.iter().filter_map(|one| one.pending.blocked);
    let is_chained = || is_chained(blocked, |owner| view.thread(owner).map(|one| one.pending.blocked));
    if view.outcome.is_running() && is_chained() { cores(&stuck(view, is_interrupted)) } else { Vec::new() }
}

/// Whether one of those that are blocked waits for a thread that waits for another itself, or has ended: without that none of them is stuck.
/// `standing` says by what a thread is blocked, if it lives.
pub(crate) fn is_chained(
    blocked: impl IntoIterator<Item = BlockedOn>,
    standing: impl Fn(ThreadId) -> Option<Option<BlockedOn>>,
) -> bool {
    // Many may wait for one.
    let mut last = None;
    blocked.into_iter().any(|blocked| match waited_for(blocked) {
        Some(For::Thread(owner)) if last != Some(owner) => {
            last = Some(owner);
            standing(owner).is_none_or(|own| matches!(own.and_then(waited_for), Some(For::Thread(_))))
        }
        _ => false,
    })
}

/// What the thread waits for, as a kind: names of objects differ from path to path.
fn about(one: &PendingThread) -> u8 {
    match one.pending.blocked {
        Some(BlockedOn::Lock { .. }) => 1,
        Some(BlockedOn::Notify { .. }) => 2,
        Some(BlockedOn::Join { .. }) => 3,
        Some(BlockedOn::Unpark) => 4,
        Some(BlockedOn::Initialise { .. }) => 5,
        Some(BlockedOn::Permits { .. }) => 6,
        Some(BlockedOn::Latch { .. }) => 7,
        Some(BlockedOn::Time) => 8,
        None => 0,
    }
}

/// A deadlock is told from others by the set of places at which the program's threads are stuck, and by what they wait for.
fn violation(core: &[&PendingThread], context: &dyn Context) -> Violation {
    let wait = |one: &&PendingThread| (about(one), place::standing_site(one, context));
    let mut waits: Vec<(u8, SiteId)> = core.iter().map(wait).collect();
    waits.sort_unstable();
    waits.dedup();
    let mut threads: Vec<ThreadId> = core.iter().map(|one| one.thread).collect();
    threads.sort_unstable();
    Violation::new(ErrorKind::Deadlock, threads, &[], waits)
}

impl Deadlock {
    fn interrupted(&self) -> MutexGuard<'_, FxHashSet<ThreadId>> {
        self.interrupted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note_interrupted(&self, thread: ThreadId) {
        self.interrupted().insert(thread);
        self.any.store(true, Ordering::Release);
    }

    fn is_interrupted(&self, thread: ThreadId) -> bool {
        self.any.load(Ordering::Acquire) && self.interrupted().contains(&thread)
    }
}

impl Property for Deadlock {
    /// Who is about to interrupt another is also seen in the state itself, when that is visited first.
    fn looks_at_every_step(&self) -> bool {
        false
    }

    fn step(&self, view: &StateView<'_>, _: &mut Vec<Violation>) {
        let moved = view.moved.and_then(|thread| view.thread(thread));
        if let Some(Op::Interrupt { thread }) = moved.map(|one| &one.pending.op) {
            self.note_interrupted(*thread);
        }
    }

    fn state(&self, view: &StateView<'_>, violations: &mut Vec<Violation>) {
        for one in view.threads {
            if let Op::Interrupt { thread } = one.pending.op {
                self.note_interrupted(thread);
            }
        }
        let found = deadlocked(view, |thread| self.is_interrupted(thread));
        violations.extend(found.iter().map(|threads| violation(threads, view.context)));
    }
}

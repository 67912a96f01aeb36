//! Deadlocks, global and local.
//!
//! *Global*: the machine itself says that nothing can go on. *Local*: some threads wait for each other while others run on.
//! The set of threads that are stuck is the largest set in which each waits, without a time limit, for a lock, a class
//! initialiser or the end of a thread that belongs to a member of the set (or for a lock whose owner has ended). None of its members can move
//! before another does, so none ever will.
//!
//! What it can miss: threads that wait for a notification, a permit or a latch that nobody left would give count only if *all* threads
//! are stuck; who would give it cannot be known. What it can report wrongly: the end of a wait by an interrupt, where the
//! wait is interruptible and some thread would interrupt it. A thread that the search has seen interrupted is
//! therefore not counted as stuck in joins and library locks. Of a local and a global deadlock at the same places the global one is
//! kept: nobody is left to break it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use deadheat_event::{BlockedOn, LockId, ObjectId, OpKind, SiteId, ThreadId};
use deadheat_machine::Outcome;
use rustc_hash::FxHashSet;

use super::{Classes, Property, Symptom, View, doing};
use crate::{Kind, Standing};

/// Looks for deadlocks.
#[derive(Debug, Default)]
pub struct Deadlock {
    interrupted: Mutex<FxHashSet<ThreadId>>,
}

/// Whom a thread waits for.
enum For {
    /// A thread.
    Thread(ThreadId),
    /// Somebody.
    Anybody,
}

fn waits_for(standing: &Standing) -> Option<For> {
    Some(match standing.pending.blocked? {
        BlockedOn::Lock { owner: Some(thread), .. } | BlockedOn::Join { thread } => For::Thread(thread),
        BlockedOn::ClassInit { owner, .. } => For::Thread(owner),
        BlockedOn::Time => return None,
        _ => For::Anybody,
    })
}

/// The threads that can never go on.
fn stuck<'a>(view: &View<'a>, is_interrupted: impl Fn(ThreadId) -> bool) -> Vec<&'a Standing> {
    let is_candidate = |standing: &&Standing| {
        !view.patient.contains(&standing.thread)
            && matches!(waits_for(standing), Some(For::Thread(_)))
            && !is_interrupted(standing.thread)
    };
    let mut stuck: Vec<&Standing> = view.standings.iter().filter(is_candidate).collect();
    loop {
        let remains = |standing: &Standing| match waits_for(standing) {
            Some(For::Thread(owner)) => {
                stuck.iter().any(|other| other.thread == owner) || view.standing(owner).is_none()
            }
            _ => false,
        };
        let left: Vec<&Standing> = stuck.iter().copied().filter(|standing| remains(standing)).collect();
        if left.len() == stuck.len() {
            return stuck;
        }
        stuck = left;
    }
}

/// The threads that make the deadlock, of those that are in it: a circle, if there is one.
fn core<'a>(stuck: &[&'a Standing]) -> Vec<&'a Standing> {
    for start in stuck {
        let mut circle = vec![*start];
        while let Some(For::Thread(owner)) = circle.last().and_then(|standing| waits_for(standing)) {
            if owner == start.thread {
                return circle;
            }
            match stuck.iter().find(|standing| standing.thread == owner) {
                Some(next) if !circle.iter().any(|standing| standing.thread == owner) => circle.push(next),
                _ => break,
            }
        }
    }
    // Those who only wait for the end of the others say nothing about why.
    let joins = |s: &&&Standing| matches!(s.pending.blocked, Some(BlockedOn::Join { .. }));
    let causes: Vec<&Standing> = stuck.iter().filter(|standing| !joins(standing)).copied().collect();
    if causes.is_empty() { stuck.to_vec() } else { causes }
}

/// The threads that make a deadlock in this state; empty when there is none.
pub(crate) fn deadlocked<'a>(view: &View<'a>, is_interrupted: impl Fn(ThreadId) -> bool) -> Vec<&'a Standing> {
    if let Outcome::Deadlocked { threads } = view.outcome {
        let circular = stuck(view, |_| false);
        let all = || view.standings.iter().filter(|standing| threads.contains(&standing.thread)).collect();
        return core(&if circular.is_empty() { all() } else { circular });
    }
    let is_blocked = |s: &Standing| matches!(waits_for(s), Some(For::Thread(_)));
    let chained = view.standings.iter().any(|s| match waits_for(s) {
        Some(For::Thread(owner)) => view.standing(owner).is_none_or(is_blocked),
        _ => false,
    });
    if view.outcome.is_running() && chained { core(&stuck(view, is_interrupted)) } else { Vec::new() }
}

/// What the deadlock is about: kinds of things, because names of objects differ from path to path.
fn about(standing: &Standing) -> u8 {
    match standing.pending.blocked {
        Some(BlockedOn::Lock { .. }) => 1,
        Some(BlockedOn::Notify { .. }) => 2,
        Some(BlockedOn::Join { .. }) => 3,
        Some(BlockedOn::Unpark) => 4,
        Some(BlockedOn::ClassInit { .. }) => 5,
        Some(BlockedOn::Permits { .. }) => 6,
        Some(BlockedOn::Latch { .. }) => 7,
        Some(BlockedOn::Time) => 8,
        None => 0,
    }
}

fn symptom(core: &[&Standing]) -> Symptom {
    let mut places: Vec<(u8, SiteId)> = core.iter().map(|s| (about(s), s.pending.site)).collect();
    places.sort_unstable();
    places.dedup();
    let mut threads: Vec<ThreadId> = core.iter().map(|standing| standing.thread).collect();
    threads.sort_unstable();
    Symptom::new(Kind::Deadlock, threads, &[], places)
}

impl Deadlock {
    fn interrupted(&self) -> MutexGuard<'_, FxHashSet<ThreadId>> {
        self.interrupted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Property for Deadlock {
    fn step(&self, view: &View<'_>, _: &mut Vec<Symptom>) {
        let standing = view.moved.and_then(|thread| view.standing(thread));
        if let Some(OpKind::Interrupt { thread }) = standing.map(|standing| &standing.pending.kind) {
            self.interrupted().insert(*thread);
        }
    }

    fn state(&self, view: &View<'_>, symptoms: &mut Vec<Symptom>) {
        let found = deadlocked(view, |thread| self.interrupted().contains(&thread));
        if !found.is_empty() {
            symptoms.push(symptom(&found));
        }
    }

    fn describe(&self, symptom: &Symptom, view: &View<'_>) -> String {
        let standings = symptom.threads.iter().filter_map(|thread| view.standing(*thread));
        let mut things: Vec<String> = standings.map(|standing| thing(standing, view)).collect();
        things.sort_unstable();
        things.dedup();
        let scope = if view.outcome.is_running() { "while other threads run on: " } else { "" };
        format!("{scope}{}", things.join(", "))
    }
}

fn thing(standing: &Standing, view: &View<'_>) -> String {
    let class = |object: ObjectId| view.context.object_class(object);
    match standing.pending.blocked {
        Some(BlockedOn::Lock { lock: LockId(object), .. }) => format!("lock {}", class(object)),
        Some(BlockedOn::Notify { condition, .. }) => format!("notification on {}", class(condition)),
        Some(BlockedOn::Join { .. }) => "join".to_owned(),
        Some(BlockedOn::ClassInit { .. }) => "class initialisers".to_owned(),
        _ => doing(&standing.pending, &mut Classes(view.context)),
    }
}

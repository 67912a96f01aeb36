//! Which threads have started which, and which know of which others' end: the order among threads that nothing can undo.

use std::hash::{Hash, Hasher};

use deadheat_event::{Op, ThreadId};
use rustc_hash::FxHasher;

use crate::path::bit;

/// What holds on one path. Sets are of the first 64 threads; for the others nothing is known, which is always safe.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct StartJoinOrder {
    /// By thread: those whose end came before whatever it does now, because it has joined them, or has joined, or was started by,
    /// a thread that had.
    joined: Vec<u64>,
    /// By thread: those that it has started.
    started: Vec<u64>,
    /// By thread: those whose start came before whatever it does now, in the same way.
    met: Vec<u64>,
    /// By thread: the one that has started it, if the search has seen that.
    parents: Vec<Option<ThreadId>>,
}

impl StartJoinOrder {
    /// The threads that have ended for good, as this thread knows.
    #[inline]
    pub fn joined(&self, thread: ThreadId) -> u64 {
        self.joined.get(thread.0 as usize).copied().unwrap_or(0)
    }

    /// The threads that this one has started.
    #[inline]
    pub fn started(&self, thread: ThreadId) -> u64 {
        self.started.get(thread.0 as usize).copied().unwrap_or(0)
    }

    /// Whether `thread` knows that `other` was started before whatever it does now.
    pub fn has_met(&self, thread: ThreadId, other: ThreadId) -> bool {
        let parent = self.parents.get(other.0 as usize).copied().flatten();
        let met = self.met.get(thread.0 as usize).copied().unwrap_or(0);
        parent.is_none_or(|parent| parent == thread) || thread == other || met & bit(other) != 0
    }

    /// The thread whose end `thread` is about to see, with this operation, where these live.
    #[inline]
    pub fn joins(thread: ThreadId, op: &Op, live: &[ThreadId]) -> Option<ThreadId> {
        match op {
            Op::Join { thread: ended, .. } if *ended != thread && !live.contains(ended) => Some(*ended),
            _ => None,
        }
    }

    /// `parent` has started `child`.
    pub fn start(&mut self, parent: ThreadId, child: ThreadId) {
        *slot(&mut self.parents, child) = Some(parent);
        if child.0 < 64 && parent.0 < 64 {
            let joined = self.joined(parent);
            *slot(&mut self.joined, child) = joined;
            *slot(&mut self.started, parent) |= bit(child);
            *slot(&mut self.met, parent) |= bit(child);
            let met = *slot(&mut self.met, parent);
            *slot(&mut self.met, child) = met;
        }
    }

    /// `thread` has seen the end of `ended`.
    pub fn join(&mut self, thread: ThreadId, ended: ThreadId) {
        if thread.0 < 64 && ended.0 < 64 {
            let joined = self.joined(ended) | bit(ended);
            *slot(&mut self.joined, thread) |= joined;
            let met = *slot(&mut self.met, ended) | bit(ended);
            *slot(&mut self.met, thread) |= met;
        }
    }

    /// To tell states apart that differ in nothing else: what a search knows of a state must not depend on how it came there. (Who has started whom, and met whom,
    /// follows from what threads are called and from whom they have joined.)
    #[inline]
    pub fn mark(&self) -> u128 {
        if self.joined.iter().all(|joined| *joined == 0) {
            return 0;
        }
        let mut hasher = FxHasher::default();
        for (thread, joined) in (0u32..).zip(&self.joined).filter(|(_, joined)| **joined != 0) {
            (thread, joined).hash(&mut hasher);
        }
        u128::from(hasher.finish()).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835)
    }
}

fn slot<T: Clone + Default>(list: &mut Vec<T>, thread: ThreadId) -> &mut T {
    let at = thread.0 as usize;
    if list.len() <= at {
        list.resize(at + 1, T::default());
    }
    &mut list[at]
}

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
        if child.0 < 64 && parent.0 < 64 {
            let joined = self.joined(parent);
            *slot(&mut self.joined, child) = joined;
            *slot(&mut self.started, parent) |= bit(child);
        }
    }

    /// `thread` has seen the end of `ended`.
    pub fn join(&mut self, thread: ThreadId, ended: ThreadId) {
        if thread.0 < 64 && ended.0 < 64 {
            let joined = self.joined(ended) | bit(ended);
            *slot(&mut self.joined, thread) |= joined;
        }
    }

    /// To tell states apart that differ in nothing else: what a search knows of a state must not depend on how it came there.
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

fn slot(words: &mut Vec<u64>, thread: ThreadId) -> &mut u64 {
    let at = thread.0 as usize;
    if words.len() <= at {
        words.resize(at + 1, 0);
    }
    &mut words[at]
}

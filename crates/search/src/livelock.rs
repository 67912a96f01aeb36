//! Livelocks: cycles of states.
//!
//! A path that comes back to one of its own states has gone round in a cycle, and can go on so for ever. That is no error as
//! long as the scheduler is to blame: a thread that spins until another has done something makes such cycles while the
//! other is kept from running. So a cycle counts only if it is *fair*: every thread that could move, or whose wait could end by itself, in
//! any of its states does move in it. Then no thread is kept from anything, and still nothing changes.
//!
//! What it can miss: cycles longer than the table of recent states reaches back, cycles that the reduction or the visited set cuts short (so a small
//! search by several workers is repeated by one, unless it has no cycles: see `moves.rs`), and endless loops that change something each time. What it
//! reports did happen: the schedule's last steps are the cycle. A guest that is meant to run for ever, such as a server without work, is reported
//! too.

use deadheat_event::schedule::Run;

use crate::path::{Path, bit};

const SLOTS: usize = 1 << 10;

/// A complete search of no more states is repeated for livelocks. They show where a path comes back to itself, and the paths of several
/// workers cut each other off: one worker alone finds the same every time.
pub const SMALL_SEARCH: u64 = 200_000;

/// A cycle of states.
pub struct StateCycle {
    /// The threads that move in it, of the first 64.
    pub threads: u64,
    /// Its steps.
    pub steps: u64,
}

/// States that were entered of late: a quick no for most questions.
pub struct Recent {
    states: Vec<u128>,
    /// Whether states that were not found on the present path are forgotten.
    pub forgets: bool,
}

impl Default for Recent {
    fn default() -> Self {
        Self { states: vec![0; SLOTS], forgets: false }
    }
}

impl Recent {
    /// A state is on the present path.
    pub fn enter(&mut self, state: u128) {
        self.states[state as usize % SLOTS] = state;
    }

    /// The cycle that a move from the end of `path` by `chain` closes, if it leads back to a state of the path and is fair.
    ///
    /// To look through a path again and again for states that have long been left costs much. A depth-first search of one worker goes on from states of the
    /// present path only: one that is not on it can be on no later path before it is entered again. So it is forgotten, where the whole path was looked through.
    pub fn cycle(&mut self, path: &Path, chain: &[Run], state: u128) -> Option<StateCycle> {
        if self.states[state as usize % SLOTS] != state {
            return None;
        }
        let mut threads = chain.iter().fold(0, |mask, run| mask | bit(run.choice.thread()));
        let mut steps: u64 = chain.iter().map(|run| run.count).sum();
        let (mut open, mut looked_at) = (0, 0);
        for at in path.back().take(SLOTS) {
            open |= at.open;
            if at.state == state {
                return (open & !threads == 0 && threads != 0).then_some(StateCycle { threads, steps });
            }
            threads |= at.moved();
            steps += at.moved_steps();
            looked_at += 1;
        }
        if self.forgets && looked_at < SLOTS {
            self.states[state as usize % SLOTS] = 0;
        }
        None
    }
}

//! The moves of a search, written down while it is small: whether there are cycles among them at all, and which.
//!
//! [Livelocks](crate::livelock) are cycles of states. What the paths of a search show of them depends on its order, and on which of several workers came first. So the
//! moves are looked through when the search is over: most programs end, and have no cycle, which takes a fraction of the time of the search to see.
//! Where there is one, [fair cycles](crate::fair_cycles) are looked for among the moves of one worker alone, which are always the same.
//!
//! **Why the moves that were made are enough.** Sleep sets leave out moves, and another search may make those that this one has left out. But suppose
//! that there is a cycle `z` of any moves whatsoever, in a state behind `w`. By the proof in `visited.rs` the search has made, for each `n`, moves
//! one after the other that are those of `w·z·z·…·z`, with `n` times `z`, in some order. These are more moves, for some `n`, than there are states:
//! they come by some state twice. So if there is a cycle, there is one among the moves that were made.
//!
//! States are told apart by half of their names. Where two are taken for one, a cycle may appear that there is not, and the search is repeated for
//! nothing; none disappears.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};

use deadheat_event::Choice;

use crate::components::Graph;
use crate::fair_cycles::{FairCycle, fair_cycles};
use crate::shared::lock;

/// What a move was, beyond the states that it leads from and to.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    /// The threads that had an open choice, of the first 64.
    pub open: u64,
    /// Those that moved.
    pub threads: u64,
    /// The choice that it began with.
    pub choice: Choice,
}

/// The moves that a worker has written down: from which state, to which; and what they were, if that is wanted.
#[derive(Clone, Debug, Default)]
pub struct Made {
    pub ends: Vec<[u64; 2]>,
    pub moves: Vec<Move>,
}

/// The moves of all workers of a pass.
pub struct Moves {
    wanted: AtomicBool,
    in_full: bool,
    made: Mutex<Vec<Made>>,
    /// Whether none is part of a cycle, once that was asked.
    acyclic: OnceLock<bool>,
}

impl Moves {
    /// Whether moves are to be written down, and `in_full`.
    pub fn new(wanted: bool, in_full: bool) -> Self {
        Self { wanted: AtomicBool::new(wanted), in_full, made: Mutex::default(), acyclic: OnceLock::new() }
    }

    /// Whether they are to be written down still.
    #[inline]
    pub fn are_wanted(&self) -> bool {
        self.wanted.load(Ordering::Relaxed)
    }

    /// Whether it is wanted what they were.
    #[inline]
    pub fn are_wanted_in_full(&self) -> bool {
        self.in_full
    }

    /// They are no longer.
    pub fn give_up(&self) {
        self.wanted.store(false, Ordering::Relaxed);
    }

    /// Adds what one worker has written down.
    pub fn add(&self, made: Made) {
        lock(&self.made).push(made);
    }

    /// Whether all moves were written down, and none is part of a cycle. All workers have added theirs.
    pub fn have_no_cycle(&self) -> bool {
        let is_acyclic = || is_acyclic(lock(&self.made).iter().flat_map(|made| &made.ends).copied());
        self.are_wanted() && *self.acyclic.get_or_init(is_acyclic)
    }

    /// The fair cycles, if one worker has written all moves down in full.
    pub fn fair_cycles(&self) -> Vec<FairCycle> {
        match &lock(&self.made)[..] {
            [made] if self.are_wanted() && self.in_full => fair_cycles(made),
            _ => Vec::new(),
        }
    }
}

fn is_acyclic(moves: impl Iterator<Item = [u64; 2]>) -> bool {
    let mut graph = Graph::new(moves);
    let states: Vec<u32> = (0..graph.states() as u32).collect();
    graph.components(&states).is_empty()
}

#[cfg(test)]
mod tests {
    #[test]
    fn cycles_are_seen() {
        let is_acyclic = |moves: &[[u64; 2]]| super::is_acyclic(moves.iter().copied());
        assert!(is_acyclic(&[]));
        assert!(is_acyclic(&[[1, 2], [1, 3], [2, 4], [3, 4], [1, 4], [1, 2]]));
        assert!(!is_acyclic(&[[1, 1]]));
        assert!(!is_acyclic(&[[9, 1], [1, 2], [2, 3], [3, 1], [3, 4]]));
        assert!(!is_acyclic(&[[1, 2], [5, 6], [6, 5]]));
    }
}

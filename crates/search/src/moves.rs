//! Whether there are cycles among the moves of a search at all.
//!
//! [Livelocks](crate::livelock) show where a path comes back to itself. The paths of several workers cut each other off, so what they find depends on
//! who came first, and a small search of several workers is repeated by one alone. That one would find nothing where there is no cycle of states,
//! which is so for most programs that end: so moves are written down while the search is small, and looked through behind it, which takes a fraction
//! of the time of a repetition.
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

use rustc_hash::FxHashMap;

use crate::shared::lock;

/// The moves of all workers of a pass.
pub struct Moves {
    wanted: AtomicBool,
    made: Mutex<Vec<Vec<[u64; 2]>>>,
    /// Whether none is part of a cycle, once that was asked.
    acyclic: OnceLock<bool>,
}

impl Moves {
    /// Whether moves are to be written down.
    pub fn new(wanted: bool) -> Self {
        Self { wanted: AtomicBool::new(wanted), made: Mutex::default(), acyclic: OnceLock::new() }
    }

    /// Whether they are to be written down still.
    #[inline]
    pub fn are_wanted(&self) -> bool {
        self.wanted.load(Ordering::Relaxed)
    }

    /// They are no longer.
    pub fn give_up(&self) {
        self.wanted.store(false, Ordering::Relaxed);
    }

    /// Adds what one worker has written down: from which state, to which.
    pub fn add(&self, moves: Vec<[u64; 2]>) {
        lock(&self.made).push(moves);
    }

    /// Whether all moves were written down, and none is part of a cycle. All workers have added theirs.
    pub fn have_no_cycle(&self) -> bool {
        self.are_wanted() && *self.acyclic.get_or_init(|| is_acyclic(&lock(&self.made).concat()))
    }
}

/// Takes away states that nothing leads to, one after the other, until none are left (Kahn, "Topological sorting of large networks", CACM 1962).
fn is_acyclic(moves: &[[u64; 2]]) -> bool {
    let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
    let mut number = |state: u64| {
        let next = numbers.len() as u32;
        *numbers.entry(state).or_insert(next) as usize
    };
    let moves: Vec<[usize; 2]> = moves.iter().map(|[from, to]| [number(*from), number(*to)]).collect();
    // The moves by the state that they start from: those of state `s` are `targets[starts[s]..starts[s + 1]]`.
    let mut starts = vec![0; numbers.len() + 1];
    let mut leading_to = vec![0u32; numbers.len()];
    for [from, to] in &moves {
        starts[from + 1] += 1;
        leading_to[*to] += 1;
    }
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
    let mut ends = starts.clone();
    let mut targets = vec![0; moves.len()];
    for [from, to] in &moves {
        targets[ends[*from]] = *to;
        ends[*from] += 1;
    }
    let mut free: Vec<usize> = (0..numbers.len()).filter(|state| leading_to[*state] == 0).collect();
    let mut taken = 0;
    while let Some(state) = free.pop() {
        taken += 1;
        for to in &targets[starts[state]..starts[state + 1]] {
            leading_to[*to] -= 1;
            if leading_to[*to] == 0 {
                free.push(*to);
            }
        }
    }
    taken == numbers.len()
}

#[cfg(test)]
mod tests {
    use super::is_acyclic;

    #[test]
    fn cycles_are_seen() {
        assert!(is_acyclic(&[]));
        assert!(is_acyclic(&[[1, 2], [1, 3], [2, 4], [3, 4], [1, 4], [1, 2]]));
        assert!(!is_acyclic(&[[1, 1]]));
        assert!(!is_acyclic(&[[9, 1], [1, 2], [2, 3], [3, 1], [3, 4]]));
        assert!(!is_acyclic(&[[1, 2], [5, 6], [6, 5]]));
    }
}

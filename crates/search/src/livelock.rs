//! Livelocks: cycles of states.
//!
//! A path that comes back to one of its own states has gone round in a cycle, and can go on so for ever. That is no error as
//! long as the scheduler is to blame: a thread that spins until another has done something makes such cycles while the
//! other is kept from running. So a cycle counts only if it is *fair*: every thread that could move, or whose wait could end by itself, in
//! any of its states does move in it. Then no thread is kept from anything, and still nothing changes.
//!
//! What paths show can miss cycles: those longer than the table of recent states reaches back, and those that the reduction or the visited set cuts short. So the
//! moves of a small search are looked through, too (`moves.rs`, `fair_cycles.rs`). Endless loops that change something each time are no cycles. What is
//! reported did happen: the schedule's last steps are the cycle. A guest that is meant to run for ever, such as a server without work, is reported too.

use deadheat_event::schedule::Run;

use crate::path::{Path, bit};

const SLOTS: usize = 1 << 10;

/// The moves of a complete search of no more states are looked through for livelocks.
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
    states: Vec<Entered>,
    /// The states of the present path from its root on, and maybe some behind it, where [`forgets`](Self::forgets) is set.
    on_path: Vec<u128>,
    /// Whether states that were not found on the present path are forgotten.
    pub forgets: bool,
}

/// A state that was entered.
#[derive(Clone, Copy, Default)]
struct Entered {
    state: u128,
    /// The one place on paths where it can be; none if there may be several.
    depth: Option<u32>,
}

impl Default for Recent {
    fn default() -> Self {
        Self { states: vec![Entered::default(); SLOTS], on_path: Vec::new(), forgets: false }
    }
}

impl Recent {
    /// The state at the end of a path is entered. `is_new`: it is on no path but those that go on from this one, unless it is entered again.
    #[inline]
    pub fn enter(&mut self, path: &Path, is_new: bool) {
        self.states[path.state as usize % SLOTS] = Entered { state: path.state, depth: is_new.then_some(path.depth) };
        if self.forgets {
            if self.on_path.len() < path.depth as usize {
                self.go_to(path);
            }
            self.on_path.truncate(path.depth as usize);
            self.on_path.push(path.state);
        }
    }

    /// The search goes on from another path than one that the present path goes on from.
    pub fn go_to(&mut self, path: &Path) {
        self.on_path.clear();
        self.on_path.extend(path.back().map(|path| path.state));
        self.on_path.reverse();
    }

    /// The cycle that a move from the end of `path` by `chain` closes, if it leads back to a state of the path and is fair.
    ///
    /// To look through a path again and again for states that have long been left costs much. A depth-first search of one worker goes on from states of the
    /// present path only: one that is not on it can be on no later path before it is entered again. So it is forgotten, where the whole path was looked through; and
    /// where there is one place only at which it could be, a look at that is enough.
    #[inline]
    pub fn cycle(&mut self, path: &Path, chain: &[Run], state: u128) -> Option<StateCycle> {
        let slot = &mut self.states[state as usize % SLOTS];
        if slot.state != state {
            return None;
        }
        if self.forgets
            && let Some(depth) = slot.depth
            && (depth > path.depth || self.on_path.get(depth as usize) != Some(&state))
        {
            *slot = Entered::default();
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
            self.states[state as usize % SLOTS] = Entered::default();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use deadheat_event::{Choice, ThreadId};

    use super::*;
    use crate::account::Sheet;

    /// A path that goes on to a state, by a step of a thread that was the only one that could move.
    fn then(path: &Arc<Path>, state: u128) -> Arc<Path> {
        path.then(&step(), state, 1, &Arc::default())
    }

    fn step() -> [Run; 1] {
        [Run { choice: Choice::Thread(ThreadId(0)), count: 1 }]
    }

    /// The present path is 1, 2, 3 after one by 1, 2, 4 was left; a state that has been entered twice is on it at any of its places, or is not.
    #[test]
    fn cycles_are_those_of_a_walk_along_the_path() {
        for forgets in [false, true] {
            let mut recent = Recent { forgets, ..Recent::default() };
            let root = Path::root(0, 0, Arc::new(Sheet::default()));
            let enter = |recent: &mut Recent, path: &Arc<Path>, state, is_new| {
                let path = then(path, state);
                recent.enter(&path, is_new);
                path
            };
            let one = enter(&mut recent, &root, 1, true);
            let two = enter(&mut recent, &one, 2, true);
            let four = enter(&mut recent, &two, 4, true);
            let closes =
                |recent: &mut Recent, path: &Path, state| recent.cycle(path, &step(), state).map(|cycle| cycle.steps);
            assert_eq!([2, 4, 9].map(|state| closes(&mut recent, &four, state)), [Some(2), Some(1), None]);
            let three = enter(&mut recent, &two, 3, true);
            assert_eq!([1, 2, 4, 3].map(|state| closes(&mut recent, &three, state)), [Some(3), Some(2), None, Some(1)]);
            // Entered once more, behind itself, and left again.
            let again = enter(&mut recent, &three, 1, false);
            assert_eq!(closes(&mut recent, &again, 1), Some(1));
            assert_eq!(closes(&mut recent, &three, 1), Some(3));
            // A path that another worker has made.
            let other = then(&then(&root, 7), 4);
            recent.go_to(&other);
            assert_eq!(closes(&mut recent, &other, 3), None);
            let behind = enter(&mut recent, &other, 8, true);
            assert_eq!(closes(&mut recent, &behind, 8), Some(1));
        }
    }
}

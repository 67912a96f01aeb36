//! Each thread in its turn.

use deadheat_event::{Choice, ThreadId};

use super::{Pick, Scheduler, Timers, View, moves, of_thread};
use crate::Departure;

/// Lets each thread make up to a fixed number of steps, then the next by id: the scheduler closest to what a user sees on a
/// quiet machine, and the fastest. A thread that yields or blocks loses the rest of its turn. Of several waiters the one that
/// waited longest is woken.
#[derive(Clone, Debug)]
pub struct RoundRobin {
    quantum: u64,
    /// How many steps the last thread has made in its turn.
    used: u64,
    timers: Timers,
}

impl RoundRobin {
    /// Long enough that switching costs little, short enough that a spinning thread does not waste much.
    pub const DEFAULT_QUANTUM: u64 = 1000;

    /// Turns of `quantum` steps; 0 counts as 1.
    #[must_use]
    pub fn new(quantum: u64) -> Self {
        Self { quantum: quantum.max(1), used: 0, timers: Timers::default() }
    }
}

impl Default for RoundRobin {
    fn default() -> Self {
        Self::new(Self::DEFAULT_QUANTUM)
    }
}

impl Scheduler for RoundRobin {
    fn next(&mut self, choices: &[Choice], view: &dyn View) -> Result<Option<Pick>, Departure> {
        let moves = moves(choices);
        let last = view.last();
        self.used += last.map_or(0, |turn| turn.steps);
        if let Some(choice) = self.timers.due(choices, moves, view) {
            self.used = 0;
            return Ok(Some(Pick { choice, budget: self.quantum }));
        }
        if let Some(turn) = last
            && !turn.yielded
            && self.used < self.quantum
            && let [choice, ..] = *of_thread(moves, turn.thread)
        {
            return Ok(Some(Pick { choice, budget: self.quantum - self.used }));
        }
        self.used = 0;
        let thread = after(moves, last.map(|turn| turn.thread));
        let choice = thread.map_or(choices[0], |thread| of_thread(moves, thread)[0]);
        Ok(Some(Pick { choice, budget: self.quantum }))
    }
}

/// The first thread after `last` by id, from the start again where there is none.
fn after(moves: &[Choice], last: Option<ThreadId>) -> Option<ThreadId> {
    let behind = last.map_or(moves.len(), |last| moves.partition_point(|choice| choice.thread() <= last));
    moves.get(behind).or(moves.first()).map(|choice| choice.thread())
}

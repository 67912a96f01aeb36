//! Probabilistic concurrency testing.
//!
//! Burckhardt, Kothari, Musuvathi, Nagarakatte: "A randomized scheduler with probabilistic guarantees of finding bugs",
//! ASPLOS 2010. Each thread gets a random priority; the runnable thread with the highest always goes first; at `depth` - 1
//! random steps the running thread's priority drops below all first ones. A bug that needs `depth` ordering constraints is
//! then found with a probability of at least 1 / (n · k^(depth-1)), for n threads and k steps.
//!
//! Where this departs from the paper:
//! - k is not known before the run. The run is cut into stretches, each twice as long as the one before, and change points
//!   are drawn for each: short guests are disturbed often enough, and long ones go on being disturbed. The bound above
//!   holds for bugs within one stretch, with its length as k.
//! - Only steps at which two or more threads can go on are counted, because the others decide nothing.
//! - A thread that yields, or goes on for [`PATIENCE`] steps while others could, drops below all others: it may be spinning
//!   until one of them does something. The paper leaves this to the user; runs without spinning are not affected by the
//!   first rule, and by the second only in stretches of more than [`PATIENCE`] steps.

use deadheat_event::{Choice, ThreadId};

use super::{Forecast, Pick, Scheduler, Timers, View, moves, of_thread, threads};
use crate::Departure;
use crate::rng::Rng;

/// The number of counted steps in the first stretch, and the most in any.
const STRETCH: std::ops::RangeInclusive<u64> = 64..=1 << 20;

/// How many counted steps a thread may make on end.
const PATIENCE: u64 = 2_000;

/// The PCT scheduler.
#[derive(Clone, Debug)]
pub struct Pct {
    seed: u64,
    rng: Rng,
    depth: u32,
    timers: Timers,
    /// By thread id; higher goes first. First priorities are random and positive; drops give ever lower negative ones; 0 is none yet.
    priorities: Vec<i64>,
    /// The lowest priority given so far, or 0.
    lowest: i64,
    /// Change points still to come in this stretch, latest first.
    changes: Vec<u64>,
    /// The length of this stretch.
    stretch: u64,
    /// Counted steps in this stretch.
    counted: u64,
    /// Counted steps that the running thread has made on end.
    on_end: u64,
}

impl Pct {
    /// Most known concurrency bugs need no more than three ordering constraints.
    pub const DEFAULT_DEPTH: u32 = 3;

    /// A scheduler that looks for bugs of this depth; 0 counts as 1.
    #[must_use]
    pub fn new(seed: u64, depth: u32) -> Self {
        let mut pct = Self {
            seed,
            rng: Rng::new(seed),
            depth: depth.max(1),
            timers: Timers::default(),
            priorities: Vec::new(),
            lowest: 0,
            changes: Vec::new(),
            stretch: *STRETCH.start(),
            counted: 0,
            on_end: 0,
        };
        pct.draw_changes();
        pct
    }

    fn draw_changes(&mut self) {
        self.counted = 0;
        self.changes = (1..self.depth).map(|_| self.rng.below(self.stretch)).collect();
        self.changes.sort_unstable_by(|a, b| b.cmp(a));
    }

    fn drop_below_all(&mut self, thread: ThreadId) {
        self.lowest -= 1;
        let lowest = self.lowest;
        *self.priority(thread) = lowest;
    }

    fn priority(&mut self, thread: ThreadId) -> &mut i64 {
        let at = thread.0 as usize;
        if self.priorities.len() <= at {
            self.priorities.resize(at + 1, 0);
        }
        &mut self.priorities[at]
    }

    /// Gives new threads their priorities. Two threads never share one: the lower bits are the thread's id.
    fn admit(&mut self, moves: &[Choice]) {
        for thread in threads(moves) {
            if *self.priority(thread) == 0 {
                let first = ((self.rng.below(1 << 30) + 1) << 32) as i64 | i64::from(thread.0);
                *self.priority(thread) = first;
            }
        }
    }

    /// The thread that goes first.
    fn highest(&self, moves: &[Choice]) -> Option<ThreadId> {
        threads(moves).max_by_key(|thread| self.priorities[thread.0 as usize])
    }

    /// Counts a step of the last thread, at which others could have gone.
    fn count(&mut self, thread: ThreadId) {
        self.counted += 1;
        self.on_end += 1;
        let changes = self.changes.last().is_some_and(|&at| at < self.counted);
        if changes {
            self.changes.pop();
        }
        if changes || self.on_end > PATIENCE {
            self.drop_below_all(thread);
        }
        if self.counted >= self.stretch {
            self.stretch = (self.stretch * 2).min(*STRETCH.end());
            self.draw_changes();
        }
    }
}

impl Scheduler for Pct {
    fn forecast(&self) -> Option<Forecast> {
        // Only a run from its beginning can be told by the seed.
        self.priorities.is_empty().then_some(Forecast::Pct { seed: self.seed, depth: self.depth })
    }

    fn next(&mut self, choices: &[Choice], view: &dyn View) -> Result<Option<Pick>, Departure> {
        let moves = moves(choices);
        self.admit(moves);
        let last = view.last();
        if let Some(turn) = last {
            if turn.yielded {
                self.drop_below_all(turn.thread);
            } else if threads(moves).any(|thread| thread != turn.thread) {
                self.count(turn.thread);
            }
        }
        // The budget is always one step: any step may let a thread of higher priority go on.
        if let Some(choice) = self.timers.due(choices, moves, view) {
            return Ok(Some(Pick { choice, budget: 1 }));
        }
        let Some(thread) = self.highest(moves) else {
            return Ok(Some(Pick { choice: self.rng.pick(choices), budget: 1 }));
        };
        if last.is_none_or(|turn| turn.thread != thread) {
            self.on_end = 0;
        }
        let choice = self.rng.pick(of_thread(moves, thread));
        Ok(Some(Pick { choice, budget: 1 }))
    }
}

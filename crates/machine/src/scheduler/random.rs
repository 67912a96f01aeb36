//! Any thread, at every step.

use deadheat_event::{Choice, ThreadId};

use super::{Pick, Scheduler, Timers, View, moves, of_thread, threads};
use crate::Departure;
use crate::rng::Rng;

/// Picks a thread at random before every step, all with the same probability: fair, so that spin loops end. Where the thread
/// can go on in several ways (which waiter to wake, which value to choose), these are equally probable too.
///
/// A random walk finds errors that need few, short-lived coincidences; [`Pct`](super::Pct) is better for the others.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
    timers: Timers,
    threads: Vec<ThreadId>,
}

impl Random {
    /// The random scheduler with this seed. Same seed, same guest: same run.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::new(seed), timers: Timers::default(), threads: Vec::new() }
    }
}

impl Scheduler for Random {
    fn next(&mut self, choices: &[Choice], view: &dyn View) -> Result<Option<Pick>, Departure> {
        let moves = moves(choices);
        if let Some(choice) = self.timers.due(choices, moves, view) {
            return Ok(Some(Pick { choice, budget: 1 }));
        }
        if moves.is_empty() {
            return Ok(Some(Pick { choice: self.rng.pick(choices), budget: 1 }));
        }
        self.threads.clear();
        self.threads.extend(threads(moves));
        let thread = self.rng.pick(&self.threads);
        let choice = self.rng.pick(of_thread(moves, thread));
        Ok(Some(Pick { choice, budget: 1 }))
    }
}

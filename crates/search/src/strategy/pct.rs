//! Walks under the PCT scheduler, each with other priorities: see [`deadheat_machine::scheduler::Pct`] for the paper and the
//! departures from it. Timeouts fire in the order of their deadlines, as in a plain run.

use deadheat_machine::{Scheduler, scheduler};

use super::random::walk_seed;
use super::{Shape, Strategy};

/// Walks with random priorities.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pct {
    seed: u64,
}

impl Pct {
    /// Walks from this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }
}

impl Strategy for Pct {
    fn name(&self) -> &'static str {
        "pct"
    }

    fn shape(&self) -> Shape {
        Shape::Walks
    }

    fn walk(&self, number: u64) -> Option<Box<dyn Scheduler>> {
        // Shallow bugs first: one, two and three ordering constraints in turn.
        let depth = (number % u64::from(scheduler::Pct::DEFAULT_DEPTH)) as u32 + 1;
        Some(Box::new(scheduler::Pct::new(walk_seed(self.seed, number), depth)))
    }
}

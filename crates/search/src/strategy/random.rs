//! Random walks: at each state any open choice, all alike, a timeout too.

use deadheat_event::Choice;
use deadheat_machine::scheduler::Pick;
use deadheat_machine::{Departure, Forecast, Rng, Scheduler, View};

use super::{Shape, Strategy};

/// Random walks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random {
    seed: u64,
}

impl Random {
    /// Walks from this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }
}

impl Strategy for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn shape(&self) -> Shape {
        Shape::Walks
    }

    fn walk(&self, number: u64) -> Option<Box<dyn Scheduler>> {
        Some(Box::new(Walk(Rng::new(walk_seed(self.seed, number)))))
    }
}

/// The seed of a walk.
pub(super) fn walk_seed(seed: u64, number: u64) -> u64 {
    Rng::new(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).next_u64()
}

struct Walk(Rng);

impl Scheduler for Walk {
    fn forecast(&self) -> Option<Forecast> {
        Some(Forecast::Random { state: self.0.state() })
    }

    fn next(&mut self, choices: &[Choice], view: &dyn View) -> Result<Option<Pick>, Departure> {
        // A thread that has yielded gives way once.
        let yielded = view.last().filter(|turn| turn.yielded).map(|turn| turn.thread);
        let mut choice = self.0.pick(choices);
        if Some(choice.thread()) == yielded {
            choice = self.0.pick(choices);
        }
        Ok(Some(Pick { choice, budget: 1 }))
    }
}

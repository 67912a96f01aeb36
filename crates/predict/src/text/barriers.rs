//! Barriers, which a history knows as latches: one for each generation.
//!
//! A generation begins with the first arrival after someone has passed: before all have arrived nobody passes, and who has passed can
//! arrive again while others have yet to be let through.

use rustc_hash::FxHashMap;

use super::error::{Problem, excerpt};
use super::numbering::Numbering;
use crate::history::{Latch, Thread};

#[derive(Clone, Debug)]
struct Barrier {
    generation: u32,
    latch: Latch,
    passed: bool,
}

/// The barriers of a trace.
#[derive(Clone, Debug, Default)]
pub(super) struct Barriers {
    names: Numbering,
    barriers: Vec<Barrier>,
    /// Where threads have arrived, and did not pass yet.
    arrived: FxHashMap<(u32, Thread), Latch>,
}

impl Barriers {
    /// A thread arrives: the latch that it counts down.
    pub fn arrive(&mut self, name: &[u8], thread: Thread, latches: &mut Numbering) -> Result<Latch, Problem> {
        let number = self.names.number(name)?;
        let known = self.barriers.get(number as usize);
        let barrier = match known.filter(|barrier| !barrier.passed) {
            Some(barrier) => barrier.clone(),
            None => {
                let generation = known.map_or(0, |barrier| barrier.generation) + 1;
                let latch = format!("{}#{generation}", self.names.name(number));
                Barrier { generation, latch: Latch(latches.number(latch.as_bytes())?), passed: false }
            }
        };
        let latch = barrier.latch;
        if known.is_some() {
            self.barriers[number as usize] = barrier;
        } else {
            self.barriers.push(barrier);
        }
        self.arrived.insert((number, thread), latch);
        Ok(latch)
    }

    /// A thread is let through: the latch that it awaited.
    pub fn pass(&mut self, name: &[u8], thread: Thread) -> Result<Latch, Problem> {
        let not_arrived = || Problem::NotArrived(excerpt(name));
        let number = self.names.number(name)?;
        let latch = self.arrived.remove(&(number, thread)).ok_or_else(not_arrived)?;
        let barrier = &mut self.barriers[number as usize];
        // Who is late does not end the next generation.
        barrier.passed |= barrier.latch == latch;
        Ok(latch)
    }
}

//! States on the way of long runs, kept so that what begins like them need not make the same way again.
//!
//! A check follows one run many times: up to where each side of a warning stood, in an order that was predicted from it, and shorter and shorter where
//! it proves something. Most of these begin alike. So whoever goes a long way leaves a state behind now and then, with the choices that led
//! there, and whoever is to make the same choices goes there at once. Only a fresh machine, on which a witness is confirmed, makes every step.
//!
//! What is found does not depend on it: the same choices lead to the same state. Where an observer must see the steps, they are made.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use deadheat_event::Schedule;
use deadheat_machine::{Machine, brake};

/// A way that takes less is gone again, where nothing else is said, …
const LONG: Duration = Duration::from_millis(20);
/// … and so is one that takes less than this part of the way before it.
const PART: u32 = 16;
/// No more states are kept, …
const MOST: usize = 256;
/// … nor more bytes.
const MOST_BYTES: usize = 64 << 20;
/// A state that differs in more from the one before is none of them.
const MOST_UNSAVED: usize = 4 << 20;

/// The states that all of a check know.
pub struct Landmarks<M: Machine> {
    kept: Mutex<Kept<M>>,
    /// A way that takes less is gone again, …
    long: Duration,
    /// … and so is one that takes less than this part of the way before it.
    part: u32,
}

struct Kept<M: Machine> {
    all: Vec<Arc<Landmark<M>>>,
    bytes: usize,
}

/// A state, and how it is reached.
pub struct Landmark<M: Machine> {
    /// The choices from the program's start.
    pub path: Schedule,
    /// The state.
    pub state: M::Snapshot,
    /// How long it takes to get there.
    pub cost: Duration,
}

impl<M: Machine> Default for Landmarks<M> {
    fn default() -> Self {
        Self { part: PART, ..Self::apart(LONG) }
    }
}

impl<M: Machine> Landmarks<M> {
    /// None yet; there will be one behind each way that takes so long.
    #[must_use]
    pub fn apart(long: Duration) -> Self {
        Self { kept: Mutex::new(Kept { all: Vec::new(), bytes: 0 }), long, part: u32::MAX }
    }

    fn kept(&self) -> MutexGuard<'_, Kept<M>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The last state that the first `most` choices of a schedule lead to.
    #[must_use]
    pub fn on(&self, schedule: &Schedule, most: u64) -> Option<Arc<Landmark<M>>> {
        let kept = self.kept();
        let on_way = kept.all.iter().filter(|one| one.path.steps() <= most && is_beginning(&one.path, schedule));
        on_way.max_by_key(|one| one.path.steps()).cloned()
    }

    fn add(&self, landmark: Landmark<M>) {
        let mut kept = self.kept();
        if kept.all.iter().all(|one| one.path != landmark.path) {
            kept.bytes += M::size(&landmark.state);
            kept.all.push(Arc::new(landmark));
        }
    }

    fn is_full(&self) -> bool {
        let kept = self.kept();
        kept.all.len() >= MOST || kept.bytes >= MOST_BYTES
    }
}

/// Whether a schedule begins with all choices of another.
fn is_beginning(path: &Schedule, schedule: &Schedule) -> bool {
    let Some((last, whole)) = path.runs().split_last() else { return true };
    let Some((same, rest)) = schedule.runs().split_at_checked(whole.len()) else { return false };
    same == whole && rest.first().is_some_and(|run| run.choice == last.choice && run.count >= last.count)
}

/// Somebody on the way, who leaves landmarks behind.
pub struct Traveller {
    /// How long it takes to get to where the last landmark was left.
    cost: Duration,
    since: Instant,
}

impl Default for Traveller {
    fn default() -> Self {
        Self { cost: Duration::ZERO, since: Instant::now() }
    }
}

impl Traveller {
    /// Goes on from a landmark.
    #[must_use]
    pub fn from<M: Machine>(landmark: &Landmark<M>) -> Self {
        Self { cost: landmark.cost, ..Self::default() }
    }

    /// How long the way is until here.
    #[must_use]
    pub fn cost(&self) -> Duration {
        self.cost + self.since.elapsed()
    }

    /// The machine has come to the end of a path, behind a step. If that took long, it is a landmark.
    pub fn pass<M: Machine>(&mut self, machine: &mut M, path: &Schedule, landmarks: &Landmarks<M>) {
        // A step that was left in its middle leads nowhere. A machine that has gone ahead is not there yet.
        let is_short = self.since.elapsed() < landmarks.long.max(self.cost / landmarks.part);
        if is_short || brake::is_pulled() || machine.goes_ahead() || landmarks.is_full() {
            return;
        }
        let cost = self.cost();
        *self = Self { cost, ..Self::default() };
        if machine.unsaved() <= MOST_UNSAVED {
            landmarks.add(Landmark { path: path.clone(), state: machine.snapshot(), cost });
        }
    }
}

#[cfg(test)]
mod tests {
    use deadheat_event::{Choice, ThreadId};

    use super::*;

    #[test]
    fn a_beginning_has_the_same_choices() {
        let schedule = |runs: &[(u32, u64)]| {
            let mut schedule = Schedule::new();
            runs.iter().for_each(|(thread, count)| schedule.push(Choice::Thread(ThreadId(*thread)), *count));
            schedule
        };
        let whole = schedule(&[(0, 3), (1, 5), (0, 2)]);
        for beginning in [&[][..], &[(0, 2)], &[(0, 3)], &[(0, 3), (1, 1)], &[(0, 3), (1, 5), (0, 2)]] {
            assert!(is_beginning(&schedule(beginning), &whole), "{beginning:?}");
        }
        for other in [&[(1, 1)][..], &[(0, 4)], &[(0, 2), (1, 5)], &[(0, 3), (1, 5), (0, 2), (1, 1)]] {
            assert!(!is_beginning(&schedule(other), &whole), "{other:?}");
        }
    }
}

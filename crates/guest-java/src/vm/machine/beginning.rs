//! The program's first steps, made once for all forks of a machine.
//!
//! Until a second thread starts there is nothing to choose. It may be most of what the program does; a check that tries hundreds of schedules would do
//! it hundreds of times. So the first fork that makes these steps keeps the states behind them, as long as they take long, and the others go there.
//! A fresh machine, on which a witness is confirmed, makes every step itself.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use deadheat_event::{Choice, Observer};
use deadheat_machine::{Fingerprint, Machine, Ran, StepError};

use super::{Jvm, Snapshot};

/// A step that takes less is made again. Long ones are cut where their fuel ends, so there are several.
const LONG: Duration = Duration::from_millis(10);
/// If it changes more memory than this it is made again, too: that would be kept several times over. New memory is kept once.
const MOST_BYTES: usize = 64 << 20;
/// No more steps are kept.
const MOST_STEPS: usize = 1 << 10;

/// What forks know of the program's first steps; of several tests, of the one that was begun last.
#[derive(Default)]
pub(super) struct Beginning(Mutex<Vec<Arc<Made>>>);

/// A step, made.
struct Made {
    from: Fingerprint,
    choice: Choice,
    /// Whether somebody watched, and was told of nothing.
    is_silent: bool,
    ran: Ran,
    behind: Snapshot,
}

impl Beginning {
    fn steps(&self) -> MutexGuard<'_, Vec<Arc<Made>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Jvm {
    /// Makes a step of the program's beginning. None if the program is past that: nothing was done.
    pub(super) fn begin(
        &mut self,
        choice: Choice,
        observer: Option<&mut dyn Observer>,
    ) -> Option<Result<Ran, StepError>> {
        let at = self.vm.steps as usize;
        if self.vm.multi || at >= MOST_STEPS {
            return None;
        }
        let beginning = self.beginning.clone()?;
        let known = {
            let steps = beginning.steps();
            if at > steps.len() {
                return None;
            }
            steps.get(at).cloned()
        };
        let from = self.fingerprint();
        let (start, events, is_watched) = (Instant::now(), self.vm.events, observer.is_some());
        // What is told to observers must be told each time.
        let is_it = |made: &Arc<Made>| (made.from, made.choice) == (from, choice) && (made.is_silent || !is_watched);
        if let Some(made) = known.filter(is_it) {
            self.restore(&made.behind);
            return Some(Ok(made.ran.clone()));
        }
        let ran = self.advance(choice, 1, observer);
        if let Ok(ran) = &ran
            && self.vm.events == events
            && self.outcome.is_running()
            && start.elapsed() >= LONG
            && self.vm.arena.rewritten_bytes() <= MOST_BYTES
        {
            let made = Made { from, choice, is_silent: is_watched, ran: ran.clone(), behind: self.snapshot() };
            let mut steps = beginning.steps();
            steps.truncate(at);
            if steps.len() == at {
                steps.push(Arc::new(made));
            }
        }
        Some(ran)
    }
}

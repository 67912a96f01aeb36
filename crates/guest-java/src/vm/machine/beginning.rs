//! The program's first step, made once for all forks of a machine.
//!
//! Until a second thread starts there is nothing to choose, and all of it is one step. It may be most of what the program does; a check
//! that tries hundreds of schedules would make it hundreds of times. So the first fork that makes it keeps the state behind it, if that took
//! long, and the others go there. A fresh machine, on which a witness is confirmed, makes every step itself.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use deadheat_event::{Choice, Observer};
use deadheat_machine::{Fingerprint, Machine, Ran, StepError};

use super::{Jvm, Snapshot};

/// A step that takes less is made again.
const LONG: Duration = Duration::from_millis(10);
/// With more memory than this it is made again, too: what has changed would be kept several times over.
const MOST_BYTES: usize = 64 << 20;

/// What forks know of the program's first step.
#[derive(Default)]
pub(super) struct Beginning(Mutex<Option<Arc<Made>>>);

/// The step, made.
struct Made {
    from: Fingerprint,
    choice: Choice,
    ran: Ran,
    behind: Snapshot,
}

impl Jvm {
    /// Makes the program's first step, if this is its beginning, and none of the others.
    pub(super) fn begin(
        &mut self,
        choice: Choice,
        observer: Option<&mut dyn Observer>,
    ) -> Option<Result<Ran, StepError>> {
        let beginning = self.beginning.clone().filter(|_| self.vm.steps == 0)?;
        let from = self.fingerprint();
        let made = beginning.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(made) = made {
            if (made.from, made.choice) != (from, choice) {
                return None;
            }
            self.restore(&made.behind);
            return Some(Ok(made.ran.clone()));
        }
        let (start, events) = (Instant::now(), self.vm.events);
        let ran = self.advance(choice, 1, observer);
        // What is told to observers must be told each time.
        let is_silent = self.vm.events == events && self.outcome.is_running();
        if let Ok(ran) = &ran
            && is_silent
            && start.elapsed() >= LONG
            && self.vm.arena.written_bytes() <= MOST_BYTES
        {
            let made = Made { from, choice, ran: ran.clone(), behind: self.snapshot() };
            *beginning.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(made));
        }
        Some(ran)
    }
}

//! When time passes in a plain run.
//!
//! The guest's clock is virtual, and letting a timeout fire is a choice that is always open. A plain run wants what a user
//! expects from a clock: sleepers wake in the order of their deadlines, and `awaitTermination(10, SECONDS)` does not give up
//! while the workers are still at it. But a thread that spins until a sleeper has woken must not spin for ever. So the
//! timeout that is due first fires when
//! - no thread can go on; or
//! - all threads that can go on have for a while done no more than look and yield; or
//! - so many steps were made since it was first open that its delay would have passed, had each taken [`STEP`].
//!
//! What this can get wrong: a guest that busily does many more than four million visible operations in a second of its own
//! time may see a timeout sooner than on a real machine. That is still a legal run.

use std::time::Duration;

use deadheat_event::{Choice, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{View, threads};

/// What a step is taken to last where a busy guest keeps others asleep.
const STEP: Duration = Duration::from_nanos(250);

/// A thread that yields every so many steps, or sooner, does no more than wait.
const IDLE_STEPS: u64 = 8;

/// So many yields in a row, with no more than [`IDLE_STEPS`] between them, make a thread idle. A single yield is courtesy.
const IDLE_YIELDS: u32 = 256;

/// How many steps may pass between two looks at the delays.
const LOOK_EVERY: u64 = 256;

/// Decides when timeouts fire.
#[derive(Clone, Debug, Default)]
pub struct Timers {
    /// How the threads spend their steps.
    pace: FxHashMap<ThreadId, Pace>,
    /// The open timeouts, and the step at which each was first seen.
    open: FxHashMap<ThreadId, u64>,
    /// When the delays were last looked at.
    looked: u64,
}

/// How a thread spends its steps.
#[derive(Clone, Copy, Debug, Default)]
struct Pace {
    /// Steps since its last yield.
    busy: u64,
    /// Yields in a row between which it did no more than look.
    yields: u32,
}

impl Timers {
    /// The timeout that should fire now, if any. `moves` are the choices before the first timeout among `choices`.
    pub fn due(&mut self, choices: &[Choice], moves: &[Choice], view: &dyn View) -> Option<Choice> {
        self.note(view);
        let Some(&first @ Choice::Timeout(_)) = choices.get(moves.len()) else {
            self.open.clear();
            return None;
        };
        if threads(moves).all(|thread| self.is_idle(thread)) {
            self.pace.clear();
            return Some(first);
        }
        if view.steps() < self.looked + LOOK_EVERY {
            return None;
        }
        self.looked = view.steps();
        self.overdue(&choices[moves.len()..], view)
    }

    /// Takes note of how the last turn was spent.
    fn note(&mut self, view: &dyn View) {
        let Some(turn) = view.last() else { return };
        let pace = self.pace.entry(turn.thread).or_default();
        pace.busy += turn.steps;
        if pace.busy > IDLE_STEPS {
            pace.yields = 0;
        }
        if turn.yielded {
            pace.yields += u32::from(pace.busy <= IDLE_STEPS);
            pace.busy = 0;
        }
    }

    fn is_idle(&self, thread: ThreadId) -> bool {
        self.pace.get(&thread).is_some_and(|pace| pace.yields >= IDLE_YIELDS)
    }

    /// The first timeout whose delay would have passed since it was first open.
    fn overdue(&mut self, choices: &[Choice], view: &dyn View) -> Option<Choice> {
        let now = view.steps();
        let timeouts = choices.iter().copied().take_while(|choice| matches!(choice, Choice::Timeout(_)));
        let still: FxHashSet<ThreadId> = timeouts.clone().map(|timeout| timeout.thread()).collect();
        self.open.retain(|thread, _| still.contains(thread));
        for timeout in timeouts {
            let thread = timeout.thread();
            let Some(since) = self.open.get(&thread) else {
                self.open.insert(thread, now);
                continue;
            };
            let passed = STEP.saturating_mul(u32::try_from(now - since).unwrap_or(u32::MAX));
            if view.delay(thread).unwrap_or_default() <= passed {
                self.open.remove(&thread);
                return Some(timeout);
            }
        }
        None
    }
}

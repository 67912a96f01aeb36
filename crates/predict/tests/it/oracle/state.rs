//! A state of a reordering, small enough to be copied and hashed a hundred million times.

use deadheat_predict::history::{EventId, History, Thread, Variable};

/// More threads than this the oracle does not take.
const THREADS: usize = 8;
/// More variables than this the oracle does not take.
const VARIABLES: usize = 8;
/// Stands for the initial value.
const NOBODY: u8 = u8::MAX;
/// Stands for a write that is not in the trace.
const SOMEBODY: EventId = EventId(0xfe);

/// What two orders of the same events can differ in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// How many events each thread has done.
    done: [u8; THREADS],
    /// The event that wrote what each variable holds.
    writers: [u8; VARIABLES],
    /// The waiting threads that are notified, a bit each.
    notified: u8,
    /// The threads that may go on after `park`, a bit each.
    permits: u8,
}

impl State {
    /// The state in which nothing was done.
    pub fn start(history: &History) -> Self {
        let variables = history.events().iter().filter_map(|event| event.action.access());
        assert!(history.thread_count() <= THREADS, "too many threads for the oracle");
        assert!(
            variables.into_iter().all(|(variable, _)| variable.at() < VARIABLES),
            "too many variables for the oracle"
        );
        assert!(history.events().len() < 0xfe, "too many events for the oracle");
        Self { done: [0; THREADS], writers: [NOBODY; VARIABLES], notified: 0, permits: 0 }
    }

    /// How many of its events the thread has done.
    pub fn done(&self, thread: Thread) -> usize {
        self.done[thread.at()].into()
    }

    pub fn advance(&mut self, thread: Thread) {
        self.done[thread.at()] += 1;
    }

    /// Which write the variable holds; none is the initial value.
    pub fn writer(&self, variable: Variable) -> Option<EventId> {
        Some(self.writers[variable.at()]).filter(|writer| *writer != NOBODY).map(|writer| EventId(writer.into()))
    }

    pub fn write(&mut self, variable: Variable, by: EventId) {
        self.writers[variable.at()] = by.0 as u8;
    }

    /// Writes what nobody wrote in the trace.
    pub fn write_other(&mut self, variable: Variable) {
        self.write(variable, SOMEBODY);
    }

    /// Whether the variable holds what nobody wrote in the trace.
    pub fn is_other(&self, variable: Variable) -> bool {
        self.writer(variable) == Some(SOMEBODY)
    }

    /// Whether the thread waits and is notified.
    pub fn notified(&self, thread: Thread) -> bool {
        self.notified >> thread.0 & 1 == 1
    }

    pub fn set_notified(&mut self, thread: Thread, on: bool) {
        set(&mut self.notified, thread, on);
    }

    /// Whether the thread may go on after `park`.
    pub fn permit(&self, thread: Thread) -> bool {
        self.permits >> thread.0 & 1 == 1
    }

    pub fn set_permit(&mut self, thread: Thread, on: bool) {
        set(&mut self.permits, thread, on);
    }
}

fn set(bits: &mut u8, thread: Thread, on: bool) {
    *bits = *bits & !(1 << thread.0) | u8::from(on) << thread.0;
}

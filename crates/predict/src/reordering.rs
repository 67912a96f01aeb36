//! What a prediction is: an error, and an order of events of the trace that leads to it.

use crate::history::{EventId, History, Thread};

/// An error that some reordering of the trace ends in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PredictedError {
    /// Two threads are about to make these accesses.
    Race([EventId; 2]),
    /// Threads are about to take these locks, each held by the next one's thread; the last one's by the first's.
    Deadlock(Vec<EventId>),
    /// A thread has done the first of these and not the last, and another thread is about to do the one between.
    Atomicity {
        /// What was done.
        before: EventId,
        /// What comes between.
        between: EventId,
        /// What was not done yet.
        after: EventId,
    },
}

impl PredictedError {
    /// The events that come next in their threads; of a broken block only the one that comes between.
    #[must_use]
    pub fn next(&self) -> &[EventId] {
        match self {
            Self::Race(pair) => pair,
            Self::Deadlock(cycle) => cycle,
            Self::Atomicity { between, .. } => std::slice::from_ref(between),
        }
    }
}

/// How many events of each thread are taken.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cut(pub Vec<u32>);

impl Cut {
    /// Nothing.
    #[must_use]
    pub fn empty(history: &History) -> Self {
        Self(vec![0; history.thread_count()])
    }

    /// How many events of the thread are taken.
    #[must_use]
    #[inline]
    pub fn of(&self, thread: Thread) -> u32 {
        self.0[thread.at()]
    }

    /// Whether an event is taken.
    #[must_use]
    #[inline]
    pub fn has(&self, history: &History, event: EventId) -> bool {
        history.position(event) < self.of(history.event(event).thread)
    }
}

/// An order of events of the trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// That of the trace, without what is behind the cut.
    AsRecorded(Cut),
    /// This one.
    Given(Vec<EventId>),
}

/// A prediction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reordering {
    /// What leads to the error.
    pub order: Order,
    /// The error.
    pub error: PredictedError,
}

impl Reordering {
    /// The events up to the error, in their order.
    #[must_use]
    pub fn events(&self, history: &History) -> Vec<EventId> {
        match &self.order {
            Order::AsRecorded(cut) => {
                let all = (0..history.events().len() as u32).map(EventId);
                all.filter(|event| cut.has(history, *event)).collect()
            }
            Order::Given(events) => events.clone(),
        }
    }
}

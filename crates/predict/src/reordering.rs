//! What a prediction is: an error, and an order of events of the trace that leads to it.

use crate::history::{EventId, History, Thread};

/// An error that some reordering of the trace ends in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PredictedError {
    /// Two threads are about to make these accesses.
    Race([EventId; 2]),
    /// Threads are about to take these locks, each held by the next one's thread; the last one's by the first's.
    Deadlock(Vec<EventId>),
    /// A thread has done the first of these and is about to do the last, and another thread has done the one between.
    Atomicity {
        /// What was done.
        before: EventId,
        /// What came between. It may have read something else than in the trace, if its thread has done nothing since.
        between: EventId,
        /// What was not done yet.
        after: EventId,
    },
}

impl PredictedError {
    /// The events that come next in their threads; of a broken block only the last.
    #[must_use]
    pub fn next(&self) -> &[EventId] {
        match self {
            Self::Race(pair) => pair,
            Self::Deadlock(cycle) => cycle,
            Self::Atomicity { after, .. } => std::slice::from_ref(after),
        }
    }

    /// All its events.
    #[must_use]
    pub fn events(&self) -> Vec<EventId> {
        match self {
            Self::Race(pair) => pair.to_vec(),
            Self::Deadlock(cycle) => cycle.clone(),
            Self::Atomicity { before, between, after } => vec![*before, *between, *after],
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
    /// The first so many events of the trace as they were, then these: a long beginning that nobody has to keep.
    Behind(u32, Vec<EventId>),
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
            Order::Behind(count, events) => (0..*count).map(EventId).chain(events.iter().copied()).collect(),
        }
    }

    /// How many events there are up to the error.
    #[must_use]
    pub fn length(&self) -> u64 {
        match &self.order {
            Order::AsRecorded(cut) => cut.0.iter().map(|count| u64::from(*count)).sum(),
            Order::Given(events) => events.len() as u64,
            Order::Behind(count, events) => u64::from(*count) + events.len() as u64,
        }
    }

    /// How many events of a thread are in it.
    #[must_use]
    pub fn taken(&self, history: &History, thread: Thread) -> usize {
        let among = |events: &[EventId]| events.iter().filter(|event| history.event(**event).thread == thread).count();
        match &self.order {
            Order::AsRecorded(cut) => cut.of(thread) as usize,
            Order::Given(events) => among(events),
            Order::Behind(count, events) => {
                history.of_thread(thread).partition_point(|event| event.0 < *count) + among(events)
            }
        }
    }

    /// The last events before the error, in their order: so many, without a look at all that come before them.
    #[must_use]
    pub fn last(&self, history: &History, most: usize) -> Vec<EventId> {
        let mut last: Vec<EventId> = match &self.order {
            Order::AsRecorded(cut) => {
                let ends = history.threads().filter_map(|thread| {
                    let taken = (cut.of(thread) as usize).checked_sub(1)?;
                    Some(history.of_thread(thread)[taken].0 + 1)
                });
                let all = (0..ends.max().unwrap_or(0)).rev().map(EventId);
                all.filter(|event| cut.has(history, *event)).take(most).collect()
            }
            Order::Given(events) => events.iter().rev().take(most).copied().collect(),
            Order::Behind(count, events) => {
                let before = (0..*count).rev().map(EventId);
                events.iter().rev().copied().chain(before).take(most).collect()
            }
        };
        last.reverse();
        last
    }

    /// How many events come before this one in the order, if it is in it.
    #[must_use]
    pub fn rank(&self, history: &History, event: EventId) -> Option<u64> {
        let among = |events: &[EventId]| events.iter().position(|other| *other == event).map(|at| at as u64);
        match &self.order {
            Order::AsRecorded(cut) => {
                let before = |thread: Thread| {
                    let own = &history.of_thread(thread)[..cut.of(thread) as usize];
                    own.partition_point(|other| *other < event) as u64
                };
                cut.has(history, event).then(|| history.threads().map(before).sum())
            }
            Order::Given(events) => among(events),
            Order::Behind(count, _) if event.0 < *count => Some(u64::from(event.0)),
            Order::Behind(count, events) => among(events).map(|at| u64::from(*count) + at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    #[test]
    fn what_is_told_of_an_order_is_what_its_events_are() {
        let trace = text::read("A|w(x)|1\nB|w(y)|2\nA|w(y)|3\nB|w(x)|4\nA|w(z)|5\n".as_bytes()).unwrap();
        let history = &trace.history;
        let ids = |ids: &[u32]| ids.iter().copied().map(EventId).collect::<Vec<_>>();
        for (order, expected) in [
            (Order::AsRecorded(Cut(vec![2, 1])), ids(&[0, 1, 2])),
            (Order::Given(ids(&[1, 0, 3])), ids(&[1, 0, 3])),
            (Order::Behind(2, ids(&[3, 2])), ids(&[0, 1, 3, 2])),
        ] {
            let reordering = Reordering { order, error: PredictedError::Race([EventId(4), EventId(4)]) };
            assert_eq!(reordering.events(history), expected);
            assert_eq!(reordering.length(), expected.len() as u64);
            for thread in history.threads() {
                let of_thread = |event: &&EventId| history.event(**event).thread == thread;
                assert_eq!(reordering.taken(history, thread), expected.iter().filter(of_thread).count());
            }
            for most in 0..6 {
                assert_eq!(reordering.last(history, most), expected[expected.len().saturating_sub(most)..]);
            }
            for event in (0..5).map(EventId) {
                let at = expected.iter().position(|other| *other == event).map(|at| at as u64);
                assert_eq!(reordering.rank(history, event), at);
            }
        }
    }
}

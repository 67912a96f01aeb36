//! Races and deadlocks of sync-preserving reorderings: sections on one lock that are both taken keep their order.
//!
//! Mathur, Pavlogiannis, Viswanathan (POPL 2021) for races, Tunç, Mathur, Pavlogiannis, Viswanathan, *Sound Dynamic Deadlock Prediction in Linear
//! Time* (PLDI 2023) for deadlocks. Both ask the same question of some events, one per thread: does the [closure](crate::closure) of
//! all that comes before them leave each of them out? If so, the closure in the order of the trace leads to the state in which all of
//! them are next.
//!
//! The two departures: accesses are looked at in groups by the locks that are held, so that groups with a lock in common are never
//! compared; and for each pair of places one race is reported.
//!
//! *It can never report wrongly* what is not in a correct reordering (with reads kept). *It misses* what needs two sections on one lock, both
//! taken, in the other order, or another notification, permit or write to be seen than in the trace.
//!
//! *It does not look for broken blocks.* An error here is a set of events that a closure leaves out, and its order is that of the trace; but what
//! comes between two accesses of a block came before the first or after the second there, or the trace itself shows it. To put
//! it between them is to give up the trace's order, and then a closed set alone is no proof that an order exists.

mod deadlocks;
mod races;

use crate::causes::{Causes, ReadsFrom};
use crate::closure::Closure;
use crate::history::{EventId, History};
use crate::reordering::{Cut, Order, PredictedError, Reordering};
use crate::sections::Sections;

/// The engine, with all that it knows of a history.
#[derive(Debug)]
pub struct SyncPreserving<'h> {
    history: &'h History,
    causes: Causes<'h>,
    sections: Sections,
}

impl<'h> SyncPreserving<'h> {
    /// The engine for a history.
    #[must_use]
    pub fn new(history: &'h History, reads: ReadsFrom) -> Self {
        Self { history, causes: Causes::new(history, reads), sections: Sections::new(history) }
    }

    /// A race of one of the first events with one of the second, each in the order of one thread.
    #[must_use]
    pub fn race_between(&self, firsts: &[EventId], seconds: &[EventId]) -> Option<Reordering> {
        let mut found = None;
        races::walk(&mut self.closure(), firsts, seconds, &mut |pair, cut: &Cut| {
            found = Some(self.recorded(cut, PredictedError::Race(pair)));
            true
        });
        found
    }

    /// A deadlock of one request of each list, each in the order of one thread.
    #[must_use]
    pub fn deadlock_between(&self, requests: &[&[EventId]]) -> Option<Reordering> {
        let mut closure = self.closure();
        let cycle = deadlocks::walk(&mut closure, requests)?;
        Some(self.recorded(closure.cut(), PredictedError::Deadlock(cycle)))
    }

    fn closure(&self) -> Closure<'_> {
        Closure::new(self.history, &self.causes, &self.sections)
    }

    fn recorded(&self, cut: &Cut, error: PredictedError) -> Reordering {
        Reordering { order: Order::AsRecorded(cut.clone()), error }
    }
}

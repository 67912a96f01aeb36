//! The events of a model: all synchronisation, and one access of a thread to a variable between two synchronising operations (§2.2).
//!
//! Of several accesses a write is kept, else the first: it races with whatever the others race with, because nothing that the thread does
//! between two synchronising operations keeps another thread from coming.

use rustc_hash::FxHashMap;

use crate::history::{EventId, History, HistoryBuilder, Variable};

/// A history without the accesses that add nothing.
#[derive(Debug)]
pub struct Reduced {
    /// What is left.
    pub history: History,
    /// Which event of the trace each is.
    origins: Vec<EventId>,
}

impl Reduced {
    /// Reduces a history.
    #[must_use]
    pub fn new(history: &History) -> Self {
        Self::keeping(history, &[])
    }

    /// Reduces a history, but for these events.
    #[must_use]
    pub fn keeping(history: &History, events: &[EventId]) -> Self {
        let mut kept = kept(history);
        events.iter().for_each(|event| kept[event.at()] = true);
        let mut builder = HistoryBuilder::like(history);
        let mut origins = Vec::new();
        for ((id, event), _) in history.numbered().zip(&kept).filter(|(_, kept)| **kept) {
            // What was well-formed is so without some accesses.
            if builder.push(*event) == Ok(true) {
                origins.push(id);
            }
        }
        Self { history: builder.finish(), origins }
    }

    /// The event that an event of the trace is, if it is kept.
    #[must_use]
    pub fn find(&self, origin: EventId) -> Option<EventId> {
        self.origins.binary_search(&origin).ok().map(|at| EventId(at as u32))
    }

    /// The event of the trace that an event is.
    #[must_use]
    pub fn origin(&self, event: EventId) -> EventId {
        self.origins[event.at()]
    }
}

/// Which events are kept.
fn kept(history: &History) -> Vec<bool> {
    let mut kept = vec![true; history.events().len()];
    // The access of each thread to each variable since its last synchronising operation.
    let mut since: Vec<FxHashMap<(Variable, bool), EventId>> = vec![FxHashMap::default(); history.thread_count()];
    for (id, event) in history.numbered() {
        let seen = &mut since[event.thread.at()];
        let Some((variable, writes)) = event.action.access() else {
            seen.clear();
            continue;
        };
        if !event.action.is_plain() {
            seen.clear();
            continue;
        }
        if seen.contains_key(&(variable, true)) || (!writes && seen.contains_key(&(variable, false))) {
            kept[id.at()] = false;
            continue;
        }
        if let Some(read) = seen.get(&(variable, false)) {
            kept[read.at()] = false;
        }
        seen.insert((variable, writes), id);
    }
    kept
}

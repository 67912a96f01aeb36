//! Deadlocks: cycles of abstract requests, each walked through as two lists of accesses are.

use rustc_hash::FxHashSet;

use super::SyncPreserving;
use crate::closure::Closure;
use crate::history::{EventId, Place};
use crate::lock_graph::LockGraph;
use crate::lock_sets::LockSets;
use crate::reordering::{PredictedError, Reordering};

impl SyncPreserving<'_> {
    /// The deadlocks, one for each set of places, those of few threads first; at most so many.
    #[must_use]
    pub fn deadlocks(&self, most: usize) -> Vec<Reordering> {
        let (sets, held) = LockSets::along(self.history);
        let mut known: FxHashSet<Vec<Place>> = FxHashSet::default();
        let mut found = Vec::new();
        let mut closure = self.closure();
        let graph = LockGraph::new(&sets, self.history.numbered().map(|(id, event)| (id, event, held[id.at()])));
        graph.cycles(&mut |cycle| {
            let lists: Vec<&[EventId]> = cycle.iter().map(|request| graph.events(*request)).collect();
            let firsts: Vec<EventId> = lists.iter().map(|list| list[0]).collect();
            if lists.iter().all(|list| self.is_one_place(list)) && known.contains(&self.history.places(&firsts)) {
                return false;
            }
            closure.clear();
            if let Some(cycle) = walk(&mut closure, &lists)
                && known.insert(self.history.places(&cycle))
            {
                found.push(self.recorded(closure.cut(), PredictedError::Deadlock(cycle)));
            }
            found.len() >= most
        });
        found
    }
}

/// The first events of the lists, one of each, that no closure of all that comes before them takes in.
pub fn walk(closure: &mut Closure<'_>, lists: &[&[EventId]]) -> Option<Vec<EventId>> {
    let mut lists = lists.to_vec();
    loop {
        let next: Option<Vec<EventId>> = lists.iter().map(|list| list.first().copied()).collect();
        let next = next?;
        next.iter().for_each(|event| closure.add_before(*event));
        closure.close();
        let mut passed = false;
        for list in &mut lists {
            let outside = closure.first_outside(list);
            passed |= outside.len() < list.len();
            *list = outside;
        }
        if !passed {
            return Some(next);
        }
    }
}

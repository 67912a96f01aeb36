//! Races: two lists of accesses, walked through side by side.

use rustc_hash::FxHashSet;

use super::SyncPreserving;
use crate::closure::Closure;
use crate::history::{Event, EventId, Place, Thread, Variable};
use crate::lock_sets::{LockSetId, LockSets};
use crate::reordering::{Cut, PredictedError, Reordering};

/// An access, in the order of groups.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Access {
    variable: Variable,
    thread: Thread,
    writes: bool,
    plain: bool,
    held: LockSetId,
    event: EventId,
}

impl Access {
    /// What is the same for all of a group.
    fn group(&self) -> (Variable, Thread, bool, bool, LockSetId) {
        (self.variable, self.thread, self.writes, self.plain, self.held)
    }
}

impl SyncPreserving<'_> {
    /// The races, one for each pair of places, at most so many.
    #[must_use]
    pub fn races(&self, most: usize) -> Vec<Reordering> {
        let (sets, held) = LockSets::along(self.history);
        let accesses = self.accesses(&held);
        let mut telling =
            Telling { engine: self, closure: self.closure(), known: FxHashSet::default(), found: Vec::new() };
        let mut events: Vec<EventId> = Vec::new();
        for of_variable in accesses.chunk_by(|a, b| a.variable == b.variable) {
            if is_harmless(of_variable) {
                continue;
            }
            events.clear();
            events.extend(of_variable.iter().map(|access| access.event));
            let mut groups: Vec<(&Access, &[EventId])> = Vec::new();
            let mut at = 0;
            for group in of_variable.chunk_by(|a, b| a.group() == b.group()) {
                groups.push((&group[0], &events[at..at + group.len()]));
                at += group.len();
            }
            for (number, (first, firsts)) in groups.iter().enumerate() {
                for (second, seconds) in &groups[number + 1..] {
                    let apart = first.thread == second.thread || sets.exclude(first.held, second.held);
                    if apart || !(first.writes || second.writes) || !(first.plain || second.plain) {
                        continue;
                    }
                    telling.races_of_groups(firsts, seconds);
                    if telling.found.len() >= most {
                        telling.found.truncate(most);
                        return telling.found;
                    }
                }
            }
        }
        telling.found
    }

    fn accesses(&self, held: &[LockSetId]) -> Vec<Access> {
        let mut accesses = Vec::new();
        for (event, Event { thread, action, .. }) in self.history.numbered() {
            if let Some((variable, writes)) = action.access() {
                let (plain, held) = (action.is_plain(), held[event.at()]);
                accesses.push(Access { variable, thread: *thread, writes, plain, held, event });
            }
        }
        accesses.sort_unstable();
        accesses
    }

    /// The events of each place, in their order.
    fn by_place(&self, events: &[EventId]) -> Vec<Vec<EventId>> {
        let place = |event: &EventId| self.history.event(*event).place;
        let mut sorted = events.to_vec();
        sorted.sort_by_key(place);
        sorted.chunk_by(|a, b| place(a) == place(b)).map(<[_]>::to_vec).collect()
    }

    pub(super) fn is_one_place(&self, events: &[EventId]) -> bool {
        let place = |event: &EventId| self.history.event(*event).place;
        events.iter().all(|event| place(event) == place(&events[0]))
    }
}

/// The races that are found, one for each pair of places.
struct Telling<'e, 'h> {
    engine: &'e SyncPreserving<'h>,
    closure: Closure<'e>,
    known: FxHashSet<Vec<Place>>,
    found: Vec<Reordering>,
}

impl Telling<'_, '_> {
    /// Those of two groups. Most groups do not race at all; only where they do, each pair of their places is asked about.
    fn races_of_groups(&mut self, firsts: &[EventId], seconds: &[EventId]) {
        if self.engine.is_one_place(firsts) && self.engine.is_one_place(seconds) {
            self.race_of_places(firsts, seconds);
            return;
        }
        if !self.first_race(firsts, seconds) {
            return;
        }
        let seconds = self.engine.by_place(seconds);
        for firsts in self.engine.by_place(firsts) {
            for seconds in &seconds {
                self.race_of_places(&firsts, seconds);
            }
        }
    }

    /// That of two lists of one place each, if it is not known.
    fn race_of_places(&mut self, firsts: &[EventId], seconds: &[EventId]) {
        if !self.known.contains(&self.engine.history.places(&[firsts[0], seconds[0]])) {
            self.first_race(firsts, seconds);
        }
    }

    /// Finds the first race of two lists. Says whether there is one.
    fn first_race(&mut self, firsts: &[EventId], seconds: &[EventId]) -> bool {
        let mut races = false;
        self.closure.clear();
        walk(&mut self.closure, firsts, seconds, &mut |pair, cut| {
            races = true;
            if self.known.insert(self.engine.history.places(&pair)) {
                self.found.push(self.engine.recorded(cut, PredictedError::Race(pair)));
            }
            true
        });
        races
    }
}

/// Whether accesses of one variable cannot race: by one thread, only reads, or all protected.
fn is_harmless(accesses: &[Access]) -> bool {
    let first = accesses[0].thread;
    accesses.iter().all(|access| access.thread == first)
        || !accesses.iter().any(|access| access.writes)
        || !accesses.iter().any(|access| access.plain)
}

/// Walks through two lists of accesses, each of one thread, and tells of races until the function says that it is enough: of each of the
/// first with the earliest of the second that it races with.
///
/// Closures only grow along both lists, so one that takes an event in takes it in for good: neither list is gone through twice.
pub fn walk(
    closure: &mut Closure<'_>,
    firsts: &[EventId],
    seconds: &[EventId],
    found: &mut dyn FnMut([EventId; 2], &Cut) -> bool,
) {
    let (mut firsts, mut seconds) = (firsts, seconds);
    while let ([first, rest @ ..], [second, ..]) = (firsts, seconds) {
        closure.add_before(*first);
        closure.add_before(*second);
        closure.close();
        let (outside, others) = (closure.first_outside(firsts), closure.first_outside(seconds));
        let passed = outside.len() < firsts.len() || others.len() < seconds.len();
        (firsts, seconds) = (outside, others);
        if !passed {
            if found([*first, *second], closure.cut()) {
                return;
            }
            firsts = rest;
        }
    }
}

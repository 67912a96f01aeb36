//! Maximal prediction: every order of events in which reads see what they saw, in windows of the trace.
//!
//! Said, Wang, Yang, Sakallah, *Generating Data Race Witnesses by an SMT-based Analysis* (NFM 2011), and Huang, Meredith, Rosu (PLDI 2014) ask a solver for such an order.
//! Here it is [searched](crate::search) for: the search gives the order itself, needs no encoding that grows with the square of the window, and
//! what a trace holds is most often decided by a few sections. The value counts, not the write: a read may see another write of the same value. A
//! trace does not show what a read decides; so all that a thread does after it is taken to depend on it. The two racing accesses themselves
//! may read anything: nothing comes after them; so may what comes between two accesses of a block, if its thread stops there.
//!
//! *It can never report wrongly* what is no correct reordering. *Within a window*, whose part of the trace before stays as it was, it misses nothing, unless
//! its effort is spent, or a block that is the same again and again was tried often enough.

mod blocks;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::causes::ReadsFrom;
use crate::goal::Goal;
use crate::history::{EventId, History, Place, Variable};
use crate::lock_graph::LockGraph;
use crate::lock_sets::{LockSetId, LockSets};
use crate::model::{Model, State};
use crate::reordering::{Order, PredictedError, Reordering};
use crate::search::{Effort, Moves, Searched, search};

/// What a window may cost.
#[derive(Clone, Copy, Debug)]
pub struct Windows {
    /// How many events a window has; each begins in the middle of the one before.
    pub length: usize,
    /// How many pairs of accesses of one pair of places are tried in it.
    pub tries: usize,
    /// How many are tried in all in it.
    pub all_tries: usize,
    /// What one try may cost.
    pub effort: Effort,
    /// So many errors are enough.
    pub most: usize,
}

impl Default for Windows {
    fn default() -> Self {
        let effort = Effort { decisions: 500, events: 20_000 };
        Self { length: 2_000, tries: 4, all_tries: 500, effort, most: 100 }
    }
}

/// So many pairs of accesses are looked at in a window, whether they can race or not: of a long window, those that are near each other.
const MOST_PAIRS: usize = 4_000_000;

/// The engine.
#[derive(Debug)]
pub struct Maximal<'h> {
    model: Model<'h>,
}

/// An access in a window.
#[derive(Clone, Copy)]
struct Access {
    event: EventId,
    held: LockSetId,
}

impl<'h> Maximal<'h> {
    /// The engine for a history. With reads that are not kept, what it finds may not be.
    #[must_use]
    pub fn new(history: &'h History, reads: ReadsFrom) -> Self {
        Self { model: Model::new(history, reads) }
    }

    /// An order from the trace's beginning that leads to the error. With all moves, and effort enough, there is none if none is found.
    #[must_use]
    pub fn lead_to(&self, error: PredictedError, moves: Moves, effort: Effort) -> Option<Reordering> {
        let goals = Goal::of(&error, &self.model);
        let found = goals.iter().find_map(|goal| {
            match search(&mut State::new(&self.model), &self.model, goal, moves, effort) {
                Searched::Found(events) => Some(events),
                Searched::NotFound | Searched::GivenUp => None,
            }
        });
        found.map(|events| Reordering { order: Order::Given(events), error })
    }

    /// The races, one for each pair of places.
    #[must_use]
    pub fn races(&self, windows: Windows) -> Vec<Reordering> {
        self.races_among(windows, |_| true)
    }

    /// The races of pairs that a filter lets pass.
    #[must_use]
    pub fn races_among(&self, windows: Windows, passes: impl Fn([EventId; 2]) -> bool) -> Vec<Reordering> {
        let mut known: FxHashSet<Vec<Place>> = FxHashSet::default();
        let mut found = Vec::new();
        self.in_windows(windows, |window, sets, held, state| {
            let mut accesses: FxHashMap<Variable, Vec<Access>> = FxHashMap::default();
            for (event, held) in window.iter().zip(held) {
                if let Some((variable, _)) = self.model.history.event(*event).action.access() {
                    accesses.entry(variable).or_default().push(Access { event: *event, held: *held });
                }
            }
            let mut variables: Vec<_> = accesses.into_iter().collect();
            variables.sort_by_key(|(variable, _)| *variable);
            let mut tries: FxHashMap<Vec<Place>, usize> = FxHashMap::default();
            let mut left = windows.all_tries;
            for pair in variables.iter().flat_map(|(_, accesses)| pairs(accesses)).take(MOST_PAIRS) {
                if found.len() >= windows.most || left == 0 {
                    return;
                }
                let events = pair.map(|access| access.event);
                if !self.may_race(pair, sets) || !passes(events) {
                    continue;
                }
                let places = self.model.history.places(&events);
                let tried = tries.entry(places.clone()).or_default();
                if *tried >= windows.tries || known.contains(&places) {
                    continue;
                }
                (*tried, left) = (*tried + 1, left - 1);
                if let Some(order) = self.within(PredictedError::Race(events), state, windows.effort) {
                    known.insert(places);
                    found.push(order);
                }
            }
        });
        found
    }

    /// The deadlocks, one for each set of places.
    #[must_use]
    pub fn deadlocks(&self, windows: Windows) -> Vec<Reordering> {
        let mut known: FxHashSet<Vec<Place>> = FxHashSet::default();
        let mut found = Vec::new();
        self.in_windows(windows, |window, sets, held, state| {
            let history = self.model.history;
            let requests = window.iter().zip(held).map(|(event, held)| (*event, history.event(*event), *held));
            let graph = LockGraph::new(sets, requests);
            let mut left = windows.all_tries;
            graph.cycles(&mut |cycle| {
                let lists: Vec<&[EventId]> = cycle.iter().map(|request| graph.events(*request)).collect();
                for cycle in tuples(&lists, windows.tries) {
                    let places = history.places(&cycle);
                    if known.contains(&places) || left == 0 {
                        continue;
                    }
                    left -= 1;
                    if let Some(order) = self.within(PredictedError::Deadlock(cycle), state, windows.effort) {
                        known.insert(places);
                        found.push(order);
                    }
                }
                found.len() >= windows.most || left == 0
            });
        });
        found
    }

    /// Goes through the windows: calls with a window's events, the locks held before each, and the state before all of them.
    fn in_windows(
        &self,
        windows: Windows,
        mut look: impl FnMut(&[EventId], &LockSets, &[LockSetId], &mut State<'_, 'h>),
    ) {
        let history = self.model.history;
        let events: Vec<EventId> = (0..history.events().len() as u32).map(EventId).collect();
        let (sets, held) = LockSets::along(history);
        let mut state = State::new(&self.model);
        let step = (windows.length / 2).max(1);
        for begin in (0..events.len()).step_by(step) {
            let end = (begin + windows.length).min(events.len());
            look(&events[begin..end], &sets, &held[begin..end], &mut state);
            if end == events.len() {
                return;
            }
            events[begin..begin + step].iter().for_each(|event| state.step(self.model.as_recorded(*event)));
            state.commit();
        }
    }

    /// An order that leads from the beginning of a window to the error.
    fn within(&self, error: PredictedError, state: &mut State<'_, 'h>, effort: Effort) -> Option<Reordering> {
        let goals = Goal::of(&error, &self.model);
        let before = self.model.history.threads().map(|thread| state.done(thread)).sum();
        for moves in [Moves::Demanded, Moves::All] {
            for goal in &goals {
                if let Searched::Found(events) = search(state, &self.model, goal, moves, effort) {
                    state.back_to(0);
                    // The part of the trace before the window stays as it was.
                    return Some(Reordering { order: Order::Behind(before, events), error });
                }
            }
        }
        None
    }

    fn may_race(&self, pair: [Access; 2], sets: &LockSets) -> bool {
        let [first, second] = pair.map(|access| self.model.history.event(access.event));
        first.thread != second.thread
            && first.action.races_with(second.action)
            && !sets.exclude(pair[0].held, pair[1].held)
    }
}

/// All pairs, those that are near each other first.
fn pairs(accesses: &[Access]) -> impl Iterator<Item = [Access; 2]> {
    (1..accesses.len())
        .flat_map(move |apart| (0..accesses.len() - apart).map(move |at| [accesses[at], accesses[at + apart]]))
}

/// So many combinations of one event of each list.
fn tuples(lists: &[&[EventId]], most: usize) -> Vec<Vec<EventId>> {
    let mut tuples: Vec<Vec<EventId>> = vec![Vec::new()];
    for list in lists {
        let longer = tuples.iter().flat_map(|tuple| list.iter().map(move |event| [&tuple[..], &[*event]].concat()));
        tuples = longer.take(most.max(1)).collect();
    }
    tuples
}

//! Prediction by CSP, after Carril and Tichy, *Predicting and Witnessing Data Races Using CSP* (2015).
//!
//! The trace becomes a process: threads are sequences of events, interleaved; beside them stand processes for what synchronises them (a fork before a start, an
//! end before a join, a mutex that one thread has at a time), which take part in those events. What reads saw is not in the model. A race is a
//! pattern, and it exists if the program beside the pattern does not refine `STOP` once everything but `race` is hidden (§2.3).
//!
//! The paper gives such a model to FDR; [`export`](mod@export) writes it in its language. Here the same question is decided on the fly: in the traces model the
//! check against `STOP` asks whether `race` can be reached, and the state of the composed process is how far each thread is; the
//! synchronising processes are in states that follow from that. So it is [searched](crate::search) for, with its partial-order reduction: accesses
//! to memory are done when they can be, because no other process takes part in them, and so is whatever only lets others go on. A model of
//! one variable (§3) is therefore the model of all: accesses to others decide nothing.
//!
//! Beyond the paper: read-write locks, semaphores, wait and notify, latches and barriers, park; deadlocks and broken blocks as patterns; windows,
//! which the paper proposes, as is the [cheap filter](StartJoin) before.
//!
//! *It can report wrongly* what needs a read to see another value than in the trace, if that decides where the thread goes: a replay tells. *It misses* what
//! is not on the path of the trace, and what needs more than a window.

pub mod export;
mod filter;
mod reduce;

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::blocks::Blocks;
use crate::causes::ReadsFrom;
use crate::history::{EventId, History, Thread, Variable};
use crate::lock_graph::LockGraph;
use crate::lock_sets::{LockSetId, LockSets};
use crate::maximal::{Maximal, Windows};
use crate::reordering::{Order, PredictedError, Reordering};
use crate::sections::Sections;
use export::Subject;
pub use filter::StartJoin;
pub use reduce::Reduced;

/// The first and the last access of each group: of a thread, whether they write and are plain, with these locks.
type Groups = BTreeMap<(Thread, bool, bool, LockSetId), [EventId; 2]>;

/// The engine.
#[derive(Debug)]
pub struct Csp<'h> {
    history: &'h History,
    reduced: Reduced,
}

impl<'h> Csp<'h> {
    /// The engine for a history.
    #[must_use]
    pub fn new(history: &'h History) -> Self {
        Self { history, reduced: Reduced::new(history) }
    }

    /// The model's events, of which there are fewer than in the trace.
    #[must_use]
    pub fn reduced(&self) -> &Reduced {
        &self.reduced
    }

    /// The races, one for each pair of places of the reduced trace.
    #[must_use]
    pub fn races(&self, windows: Windows) -> Vec<Reordering> {
        let model = Maximal::new(&self.reduced.history, ReadsFrom::Free);
        let order = StartJoin::new(&self.reduced.history);
        let found = model.races_among(windows, |pair| order.may_be_parallel(pair));
        found.into_iter().map(|reordering| self.expand(reordering)).collect()
    }

    /// The deadlocks, one for each set of places.
    #[must_use]
    pub fn deadlocks(&self, windows: Windows) -> Vec<Reordering> {
        let model = Maximal::new(&self.reduced.history, ReadsFrom::Free);
        model.deadlocks(windows).into_iter().map(|reordering| self.expand(reordering)).collect()
    }

    /// The broken blocks, one for each block and three places.
    ///
    /// Which of a thread's accesses come before and after another one's is the whole point, so these models have them all.
    #[must_use]
    pub fn broken_blocks(&self, windows: Windows) -> Vec<Reordering> {
        if self.history.bounds().is_empty() {
            return Vec::new();
        }
        let model = Maximal::new(self.history, ReadsFrom::Free);
        let order = StartJoin::new(self.history);
        model.broken_blocks_among(windows, |triple| order.may_break(triple))
    }

    /// What models are about: the variables on which the filter leaves a race possible, and the cycles of requests; at most so many of
    /// each.
    #[must_use]
    pub fn subjects(&self, most: usize) -> Vec<Subject> {
        let history = &self.reduced.history;
        let (sets, held) = LockSets::along(history);
        let mut groups: BTreeMap<Variable, Groups> = BTreeMap::new();
        for (id, event) in history.numbered() {
            if let Some((variable, writes)) = event.action.access() {
                let group = (event.thread, writes, event.action.is_plain(), held[id.at()]);
                groups.entry(variable).or_default().entry(group).or_insert([id, id])[1] = id;
            }
        }
        let order = StartJoin::new(history);
        let may_race = |one: [EventId; 2], other: [EventId; 2]| {
            let (first, second) = (history.event(one[0]), history.event(other[0]));
            first.thread != second.thread
                && first.action.races_with(second.action)
                && !sets.exclude(held[one[0].at()], held[other[0].at()])
                && !order.comes_before(one[1], other[0])
                && !order.comes_before(other[1], one[0])
        };
        let is_open = |(_, groups): &(&Variable, &Groups)| {
            let mut firsts = groups.values();
            firsts.any(|one| groups.values().any(|other| may_race(*one, *other)))
        };
        let variables = groups.iter().filter(is_open).map(|(variable, _)| Subject::Variable(*variable));
        let mut subjects: Vec<Subject> = variables.take(most).collect();
        let requests = history.numbered().map(|(id, event)| (id, event, held[id.at()]));
        let graph = LockGraph::new(&sets, requests);
        let mut left = most;
        graph.cycles(&mut |cycle| {
            subjects.push(Subject::Cycle(cycle.iter().map(|request| graph.events(*request)[0]).collect()));
            left -= 1;
            left == 0
        });
        subjects
    }

    /// Models of blocks that locks, starts and joins leave open to others, one for each block and three places; at most so many.
    #[must_use]
    pub fn block_models(&self, most: usize) -> Vec<(Reduced, Subject)> {
        let history = self.history;
        let (blocks, sections, order) = (Blocks::new(history), Sections::new(history), StartJoin::new(history));
        let mut accesses: BTreeMap<Variable, Vec<EventId>> = BTreeMap::new();
        for (id, event) in history.numbered() {
            if let Some((variable, _)) = event.action.access() {
                accesses.entry(variable).or_default().push(id);
            }
        }
        let mut known = FxHashSet::default();
        let mut models = Vec::new();
        for pair in blocks.pairs() {
            let Some((variable, _)) = history.event(pair.after).action.access() else { continue };
            let near = accesses[&variable].iter().copied();
            for between in pair.intruders(near, history, &sections, |_| false) {
                let triple = [pair.before, between, pair.after];
                if order.may_break(triple) && known.insert(blocks.name(triple)) {
                    let reduced = Reduced::keeping(history, &triple);
                    let [before, between, after] = triple.map(|event| reduced.find(event));
                    let subject = before.zip(between).zip(after);
                    models.extend(
                        subject.map(|((before, between), after)| (reduced, Subject::Block([before, between, after]))),
                    );
                }
                if models.len() >= most {
                    return models;
                }
            }
        }
        models
    }

    /// The order of the trace's events that an order of the model's stands for: each with the accesses after it that were left out.
    fn expand(&self, reordering: Reordering) -> Reordering {
        let origin = |event: &EventId| self.reduced.origin(*event);
        let reduced = &self.reduced.history;
        let (count, rest) = match reordering.order {
            Order::Behind(count, rest) => (count, rest),
            _ => (0, reordering.events(reduced)),
        };
        // The beginning stays as it was, up to the first event of the model that is not in it.
        let is_all = count as usize == reduced.events().len();
        let beginning = if is_all { self.history.events().len() as u32 } else { origin(&EventId(count)).0 };
        let beginning = if count == 0 { 0 } else { beginning };
        let threads = self.history.threads();
        let mut taken: Vec<usize> =
            threads.map(|thread| self.history.of_thread(thread).partition_point(|event| event.0 < beginning)).collect();
        let mut events = Vec::new();
        let mut take = |thread: Thread, until: usize| {
            let from = std::mem::replace(&mut taken[thread.at()], until);
            events.extend_from_slice(self.history.of_thread(thread).get(from..until).unwrap_or_default());
        };
        let until = |thread: Thread, done: usize| {
            let next = reduced.of_thread(thread).get(done);
            next.map_or(self.history.of_thread(thread).len(), |next| self.history.position(origin(next)) as usize)
        };
        // What a thread left out after its last event of the beginning comes now.
        for thread in reduced.threads() {
            let done = reduced.of_thread(thread).partition_point(|event| event.0 < count);
            if done > 0 {
                take(thread, until(thread, done));
            }
        }
        for event in rest {
            let thread = reduced.event(event).thread;
            take(thread, until(thread, reduced.position(event) as usize + 1));
        }
        for event in reordering.error.next() {
            take(reduced.event(*event).thread, self.history.position(origin(event)) as usize);
        }
        let error = match &reordering.error {
            PredictedError::Race(pair) => PredictedError::Race(pair.map(|event| origin(&event))),
            PredictedError::Deadlock(cycle) => PredictedError::Deadlock(cycle.iter().map(origin).collect()),
            PredictedError::Atomicity { before, between, after } => {
                let [before, between, after] = [before, between, after].map(origin);
                PredictedError::Atomicity { before, between, after }
            }
        };
        Reordering { order: Order::Behind(beginning, events), error }
    }
}

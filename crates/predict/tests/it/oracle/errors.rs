//! The errors of a state: what its threads are about to do.

use deadheat_predict::history::{Event, EventId, Lock, Mode, Thread};
use deadheat_predict::{Action, PredictedError};
use rustc_hash::FxHashSet;

use super::{Oracle, State};

/// The errors that reorderings of one history end in.
#[derive(Clone, Debug, Default)]
pub struct Errors {
    /// The races, each with its earlier event first.
    pub races: FxHashSet<[EventId; 2]>,
    /// The deadlocks, each from its earliest event on. All simple cycles, also those around a smaller one.
    pub deadlocks: FxHashSet<Vec<EventId>>,
}

impl Errors {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.races.is_empty() && self.deadlocks.is_empty()
    }

    /// Whether a race or deadlock is among them; broken blocks are looked for on their own.
    pub fn has(&self, error: &PredictedError) -> bool {
        match error {
            PredictedError::Race([first, second]) => self.races.contains(&[*first.min(second), *first.max(second)]),
            PredictedError::Deadlock(cycle) => self.deadlocks.contains(&canonical(cycle)),
            PredictedError::Atomicity { .. } => false,
        }
    }

    /// Whether no smaller deadlock is a part of this one.
    pub fn is_minimal(&self, cycle: &[EventId]) -> bool {
        let is_part =
            |other: &Vec<EventId>| other.len() < cycle.len() && other.iter().all(|event| cycle.contains(event));
        !self.deadlocks.iter().any(is_part)
    }

    /// Adds those of a state.
    pub(super) fn collect(&mut self, oracle: &Oracle<'_>, state: &State) {
        let next: Vec<EventId> = oracle.about_to(state).collect();
        for (at, first) in next.iter().enumerate() {
            for second in &next[at + 1..] {
                if oracle.race(*first, *second) {
                    self.races.insert([*first.min(second), *first.max(second)]);
                }
            }
        }
        let requests: Vec<EventId> = next.into_iter().filter(|event| oracle.requests(state, *event)).collect();
        for first in &requests {
            self.cycles(oracle, state, &requests, &mut vec![*first]);
        }
    }

    /// Adds the cycles that go on so. Every cycle is found from its earliest event on.
    fn cycles(&mut self, oracle: &Oracle<'_>, state: &State, requests: &[EventId], chain: &mut Vec<EventId>) {
        let last = chain[chain.len() - 1];
        if chain.len() > 1 && oracle.is_held_up(state, last, chain[0]) {
            self.deadlocks.insert(chain.clone());
        }
        for request in requests {
            if *request > chain[0] && !chain.contains(request) && oracle.is_held_up(state, last, *request) {
                chain.push(*request);
                self.cycles(oracle, state, requests, chain);
                chain.pop();
            }
        }
    }
}

/// What all requests that are like each other have in common: the thread, what it takes and what it holds.
pub type Pattern = Vec<(Thread, Option<(Lock, Mode)>, Vec<(Lock, Mode)>)>;

/// The cycle from its earliest event on.
fn canonical(cycle: &[EventId]) -> Vec<EventId> {
    let mut cycle = cycle.to_vec();
    let first = (0..cycle.len()).min_by_key(|at| cycle[*at]).unwrap_or(0);
    cycle.rotate_left(first);
    cycle
}

impl Oracle<'_> {
    /// Whether the error is there in this state.
    pub fn holds(&self, state: &State, error: &PredictedError) -> bool {
        let thread = |event: EventId| self.history.event(event).thread;
        let is_next = |event: EventId| self.about_to(state).any(|other| other == event);
        match error {
            PredictedError::Race([first, second]) => is_next(*first) && is_next(*second) && self.race(*first, *second),
            PredictedError::Deadlock(cycle) => {
                let threads: FxHashSet<Thread> = cycle.iter().map(|event| thread(*event)).collect();
                let mut links = cycle.iter().zip(cycle.iter().cycle().skip(1));
                cycle.len() > 1
                    && threads.len() == cycle.len()
                    && cycle.iter().all(|event| is_next(*event) && self.requests(state, *event))
                    && links.all(|(event, holder)| self.is_held_up(state, *event, *holder))
            }
            // The rest is in the order.
            PredictedError::Atomicity { after, .. } => is_next(*after),
        }
    }

    /// What the requests of a deadlock are like, in the order of their threads.
    pub fn pattern(&self, cycle: &[EventId]) -> Pattern {
        let like = |event: &EventId| {
            let Event { thread, action, .. } = *self.history.event(*event);
            let held = &self.held[thread.at()][self.history.position(*event) as usize];
            (thread, action.takes(), held.clone())
        };
        let mut pattern: Pattern = cycle.iter().map(like).collect();
        pattern.sort_by_key(|(thread, ..)| *thread);
        pattern
    }

    /// The next events of threads that are there.
    fn about_to(&self, state: &State) -> impl Iterator<Item = EventId> {
        let threads = self.history.threads().filter(|thread| self.is_forked(state, *thread));
        threads.filter_map(|thread| self.next(state, thread))
    }

    fn race(&self, first: EventId, second: EventId) -> bool {
        let (first, second) = (self.history.event(first), self.history.event(second));
        first.thread != second.thread && first.action.races_with(second.action)
    }

    /// Whether the event waits for its lock and for nothing else: one that wakes must have been notified.
    fn requests(&self, state: &State, event: EventId) -> bool {
        let event = self.history.event(event);
        let notified = !matches!(event.action, Action::Wake { notified: true, .. }) || state.notified(event.thread);
        event.action.requests() && notified
    }

    /// Whether the thread of the second event holds what the first wants.
    fn is_held_up(&self, state: &State, event: EventId, by: EventId) -> bool {
        let holder = self.history.event(by).thread;
        let wants = self.history.event(event).action.takes();
        wants.is_some_and(|(lock, mode)| self.holds_lock(state, holder, lock, mode))
    }
}

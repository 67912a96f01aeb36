//! A search for an order of events that leads to an error: depth first over how far threads are, states remembered.
//!
//! A state's moves are those that the error *demands*: the next events of the threads that are not where they should be, and, where such a thread is held
//! up, those of the threads that can let it go on. Threads that are not in the way never move, so that the length of an order
//! found is that of the parts that matter, whatever else the trace holds. Going back changes the last decision first: a thread that was stopped with
//! a lock which another one still needs lets that one pass. A second round, for short traces, tries all other moves as well: then every order is tried, up
//! to those of events that can be done at once without a loss ([`State::is_eager`]), which is a partial-order reduction.

use rustc_hash::FxHashSet;

use crate::history::{Action, EventId, Thread};
use crate::model::{Hindrance, Model, Move, State};
use crate::reordering::PredictedError;

/// Where threads should be.
#[derive(Clone, Debug)]
pub struct Goal {
    stands: Vec<Stand>,
    /// What must be possible, too.
    possible: Option<EventId>,
}

/// Where one thread should be: how many of its events it has done at least, and at most.
#[derive(Clone, Copy, Debug)]
struct Stand {
    thread: Thread,
    least: u32,
    most: u32,
}

impl Goal {
    /// The state that shows an error.
    #[must_use]
    pub fn of(error: &PredictedError, model: &Model<'_>) -> Self {
        let history = model.history;
        let next = |event: &EventId| {
            let position = history.position(*event);
            Stand { thread: history.event(*event).thread, least: position, most: position }
        };
        let mut stands: Vec<_> = error.next().iter().map(next).collect();
        let mut possible = None;
        if let PredictedError::Atomicity { before, between, after } = error {
            let (least, most) = (history.position(*before) + 1, history.position(*after));
            stands.push(Stand { thread: history.event(*before).thread, least, most });
            possible = Some(*between);
        }
        Self { stands, possible }
    }

    /// Where nothing can be done, a thread that stands right is in the way of one that does not: that one goes first from now on. Else
    /// it would be let pass one section at a time.
    fn put_first(&mut self, state: &State<'_, '_>) {
        let missing = self.stands.iter().position(|stand| state.done(stand.thread) < stand.least);
        if let Some(at) = missing {
            self.stands[..=at].rotate_right(1);
        }
    }

    fn limit(&self, thread: Thread) -> u32 {
        self.stands.iter().find(|stand| stand.thread == thread).map_or(u32::MAX, |stand| stand.most)
    }

    fn is_reached(&self, state: &State<'_, '_>) -> bool {
        let possible = |event: EventId| {
            let is_next = |stand: &&Stand| state.next(stand.thread) == Some(event);
            let stand = self.stands.iter().find(is_next);
            stand.is_some_and(|stand| state.hindrance(stand.thread, event).is_none())
        };
        self.stands.iter().all(|stand| stand.is_right(state)) && self.possible.is_none_or(possible)
    }
}

impl Stand {
    /// Whether the thread is there, and nothing but a lock can keep it from its next event.
    fn is_right(&self, state: &State<'_, '_>) -> bool {
        let is_there = (self.least..=self.most).contains(&state.done(self.thread)) && state.is_forked(self.thread);
        // Who waits to be notified asks for no lock yet.
        let waits = |next| state.missing_notification(self.thread, next).is_some();
        is_there && (self.least < self.most || !state.next(self.thread).is_some_and(waits))
    }
}

/// How much may be tried.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Decisions.
    pub decisions: usize,
    /// Events done, over all orders.
    pub events: usize,
}

/// Which moves are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// Those that the error demands.
    Demanded,
    /// All.
    All,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Searched {
    /// This order leads there.
    Found(Vec<EventId>),
    /// None does, of those that were to be tried.
    NotFound,
    /// The effort is spent.
    GivenUp,
}

/// A decision, and what is left of it.
struct Decision {
    depth: usize,
    left: Vec<Move>,
}

/// Looks for an order that reaches the goal from the state, in which it leaves the state; else the state is as before.
pub fn search(state: &mut State<'_, '_>, model: &Model<'_>, goal: &Goal, moves: Moves, effort: Effort) -> Searched {
    let start = state.depth();
    let goal = &mut goal.clone();
    let mut seen: FxHashSet<u64> = FxHashSet::default();
    let mut decisions: Vec<Decision> = Vec::new();
    let mut events = 0;
    loop {
        let before = state.depth();
        let mut threads = demanded(state, model, goal);
        while let Some(thread) = eager(state, model, goal, &threads) {
            state.step(Move { thread, wakes: None });
            threads = demanded(state, model, goal);
            events += 1;
            if events > effort.events {
                state.back_to(start);
                return Searched::GivenUp;
            }
        }
        if goal.is_reached(state) {
            return Searched::Found(state.path().split_off(start));
        }
        if threads.is_empty() {
            goal.put_first(state);
        }
        if seen.insert(state.hash()) {
            let left = choices(state, model, goal, &threads, moves);
            decisions.push(Decision { depth: state.depth(), left });
        } else {
            state.back_to(before);
        }
        // The next move of the last decision that has one left.
        let next = loop {
            let Some(last) = decisions.last_mut() else {
                state.back_to(start);
                return Searched::NotFound;
            };
            state.back_to(last.depth);
            match last.left.pop() {
                Some(next) => break next,
                None => decisions.pop(),
            };
        };
        events += 1;
        if seen.len() > effort.decisions || events > effort.events {
            state.back_to(start);
            return Searched::GivenUp;
        }
        state.step(next);
    }
}

/// The threads whose next event can be done and brings the goal nearer.
fn demanded(state: &State<'_, '_>, model: &Model<'_>, goal: &Goal) -> Vec<Thread> {
    let mut found = Vec::new();
    let mut asked: Vec<Thread> = Vec::new();
    let missing = goal.stands.iter().filter(|stand| !stand.is_right(state));
    let mut todo: Vec<Thread> = missing.map(|stand| stand.thread).collect();
    // Where all stand right, somebody is in the way of what must be possible.
    if todo.is_empty() {
        todo.extend(goal.possible.map(|event| model.history.event(event).thread));
    }
    todo.reverse();
    while let Some(thread) = todo.pop() {
        if asked.contains(&thread) {
            continue;
        }
        asked.push(thread);
        let goes_on = state.done(thread) < goal.limit(thread);
        let hindrance = match state.next(thread) {
            _ if !state.is_forked(thread) => Some(Hindrance::NotForked),
            Some(next) if goes_on || goal.possible == Some(next) => state.hindrance(thread, next),
            // It goes no further, and waits for a lock at most.
            Some(next) => state.missing_notification(thread, next),
            None => Some(Hindrance::Hopeless),
        };
        match hindrance {
            None if goes_on => found.push(thread),
            Some(Hindrance::NotForked) => {
                todo.extend(model.history.fork(thread).map(|fork| model.history.event(fork).thread));
            }
            Some(Hindrance::Others(others)) => todo.extend(others),
            None | Some(Hindrance::Hopeless) => {}
        }
    }
    found
}

/// A demanded thread whose next event can be done without a loss.
fn eager(state: &State<'_, '_>, model: &Model<'_>, goal: &Goal, threads: &[Thread]) -> Option<Thread> {
    let is_eager = |thread: &&Thread| {
        let next = state.next(**thread).map(|next| model.history.event(next));
        state.done(**thread) < goal.limit(**thread) && next.is_some_and(|next| state.is_eager(next))
    };
    threads.iter().find(is_eager).copied()
}

/// The moves of a decision; the last is tried first.
fn choices(state: &State<'_, '_>, model: &Model<'_>, goal: &Goal, threads: &[Thread], moves: Moves) -> Vec<Move> {
    let mut all: Vec<Move> = Vec::new();
    if moves == Moves::All {
        let may_go = |thread: &Thread| {
            let next = state.next(*thread).filter(|_| state.done(*thread) < goal.limit(*thread));
            next.is_some_and(|next| state.hindrance(*thread, next).is_none())
        };
        let others = model.history.threads().filter(|thread| !threads.contains(thread) && may_go(thread));
        others.for_each(|thread| ways(state, model, thread, &mut all));
    }
    threads.iter().rev().for_each(|thread| ways(state, model, *thread, &mut all));
    all
}

/// The ways in which a thread's next event can be done.
fn ways(state: &State<'_, '_>, model: &Model<'_>, thread: Thread, out: &mut Vec<Move>) {
    let action = state.next(thread).map(|next| model.history.event(next).action);
    if let Some(Action::Notify { condition, all: false }) = action {
        let before = out.len();
        out.extend(state.waiters(condition).map(|waiter| Move { thread, wakes: Some(waiter) }));
        if out.len() > before {
            return;
        }
    }
    out.push(Move { thread, wakes: None });
}

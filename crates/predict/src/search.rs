//! A search for an order of events that leads to an error: depth first over how far threads are, states remembered.
//!
//! A state's moves are those that the error *demands*: the next events of the threads that are not where they should be, and, where such a thread is held
//! up, those of the threads that can let it go on. Threads that are not in the way never move, so that the length of an order
//! found is that of the parts that matter, whatever else the trace holds. Going back changes the last decision first: a thread that was stopped with
//! a lock which another one still needs lets that one pass. A second round, for short traces, tries all other moves as well: then every order is tried, up
//! to those of events that can be done at once without a loss ([`State::is_eager`]), which is a partial-order reduction. What is looked for is a
//! [goal](crate::goal).

use rustc_hash::FxHashSet;

use crate::goal::Goal;
use crate::history::{Action, EventId, Thread};
use crate::model::{Hindrance, Model, Move, State};

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
            step(state, model, goal, Move { thread, wakes: None });
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
        step(state, model, goal, next);
    }
}

/// Does a thread's next event, which must be possible.
fn step(state: &mut State<'_, '_>, model: &Model<'_>, goal: &Goal, next: Move) {
    let strays = state.next(next.thread).filter(|_| goal.strays(state, next.thread));
    state.step(next);
    // An update that reads something else writes something else.
    if let Some((variable, true)) = strays.and_then(|event| model.history.event(event).action.access()) {
        state.forget(variable);
    }
}

/// The threads whose next event can be done and brings the goal nearer.
fn demanded(state: &State<'_, '_>, model: &Model<'_>, goal: &Goal) -> Vec<Thread> {
    let mut found = Vec::new();
    let mut asked: Vec<Thread> = Vec::new();
    let mut todo = goal.missing(state);
    todo.reverse();
    while let Some(thread) = todo.pop() {
        if asked.contains(&thread) {
            continue;
        }
        asked.push(thread);
        let goes_on = state.done(thread) < goal.limit(thread);
        let hindrance = match state.next(thread) {
            _ if !state.is_forked(thread) => Some(Hindrance::NotForked),
            Some(next) if goes_on => goal.hindrance(state, model, thread, next),
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
            next.is_some_and(|next| goal.hindrance(state, model, *thread, next).is_none())
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

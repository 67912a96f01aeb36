//! What a [search](crate::search) looks for: where threads stand when an error is there.
//!
//! A race or a deadlock is a state: threads are about to do these events. A broken block is an order: one event, then that of another thread, and
//! the block's thread is about to do the last. Two stands and then a third say it, if the event between waits for the first.
//!
//! The event between may read something else than in the trace, as racing accesses may, if nothing of its thread comes after it: then nothing
//! depends on what it read. Whether its thread goes on is decided before the search, so a broken block is two goals.

use crate::blocks::Intrusion;
use crate::history::{EventId, History, Thread, Variable};
use crate::model::{Hindrance, Model, State};
use crate::reordering::PredictedError;

/// Where threads should be.
#[derive(Clone, Debug)]
pub struct Goal {
    stands: Vec<Stand>,
    /// Where a thread goes when all others are right: not before, or what should come between would come as late as it can.
    then: Option<Stand>,
    between: Option<Between>,
}

/// Where one thread should be: how many of its events it has done at least, and at most.
#[derive(Clone, Copy, Debug)]
struct Stand {
    thread: Thread,
    least: u32,
    most: u32,
    /// Whether it must be about to do the next: one that waits must have been notified.
    asks: bool,
}

/// An event that must not come too early.
#[derive(Clone, Copy, Debug)]
struct Between {
    event: EventId,
    thread: Thread,
    /// What comes before it.
    before: EventId,
    /// The variable that must hold what that wrote.
    sees: Option<Variable>,
    /// Whether it may read anything.
    strays: bool,
}

impl Goal {
    /// The goals of which each shows the error.
    #[must_use]
    pub fn of(error: &PredictedError, model: &Model<'_>) -> Vec<Self> {
        match error {
            PredictedError::Race(events) => vec![Self::state(events, model.history)],
            PredictedError::Deadlock(events) => vec![Self::state(events, model.history)],
            PredictedError::Atomicity { before, between, after } => {
                let action = model.history.event(*between).action;
                let may_stray = action.reads().is_some() && model.keeps(action);
                let strays: &[bool] = if may_stray { &[false, true] } else { &[false] };
                strays.iter().map(|strays| Self::order([*before, *between, *after], *strays, model)).collect()
            }
        }
    }

    /// Threads are about to do these.
    fn state(events: &[EventId], history: &History) -> Self {
        let next = |event: &EventId| {
            let position = history.position(*event);
            Stand { thread: history.event(*event).thread, least: position, most: position, asks: true }
        };
        Self { stands: events.iter().map(next).collect(), then: None, between: None }
    }

    /// The second comes between the first and the last, and the last comes next.
    fn order([before, between, after]: [EventId; 3], strays: bool, model: &Model<'_>) -> Self {
        let history = model.history;
        let (owner, thread) = (history.event(before).thread, history.event(between).thread);
        let (begun, end, done) = (history.position(before) + 1, history.position(after), history.position(between) + 1);
        let stands = vec![
            Stand { thread: owner, least: begun, most: end, asks: false },
            Stand { thread, least: done, most: if strays { done } else { u32::MAX }, asks: false },
        ];
        let then = Some(Stand { thread: owner, least: end, most: end, asks: false });
        let action = history.event(between).action;
        // A model without what reads saw does not know.
        let case = Intrusion::of(history, [before, between, after], |action| model.keeps(action));
        let must_see = model.keeps(action) && case == Some(Intrusion::Sees);
        let sees = action.reads().filter(|_| must_see);
        Self { stands, then, between: Some(Between { event: between, thread, before, sees, strays }) }
    }

    /// Where nothing can be done, a thread that stands right is in the way of one that does not: that one goes first from now on. Else
    /// it would be let pass one section at a time.
    pub(crate) fn put_first(&mut self, state: &State<'_, '_>) {
        let missing = self.stands.iter().position(|stand| state.done(stand.thread) < stand.least);
        if let Some(at) = missing {
            self.stands[..=at].rotate_right(1);
        }
    }

    /// No more events of the thread than this are done.
    pub(crate) fn limit(&self, thread: Thread) -> u32 {
        self.stands.iter().find(|stand| stand.thread == thread).map_or(u32::MAX, |stand| stand.most)
    }

    /// Whether all threads are where they should be.
    pub(crate) fn is_reached(&self, state: &State<'_, '_>) -> bool {
        self.stands.iter().chain(&self.then).all(|stand| stand.is_right(state))
    }

    /// The threads that are not where they should be next.
    pub(crate) fn missing(&self, state: &State<'_, '_>) -> Vec<Thread> {
        let missing: Vec<Thread> =
            self.stands.iter().filter(|stand| !stand.is_right(state)).map(|stand| stand.thread).collect();
        if missing.is_empty() { self.then.iter().map(|stand| stand.thread).collect() } else { missing }
    }

    /// What keeps a thread from its next event: also that this one must not come yet.
    pub(crate) fn hindrance(
        &self,
        state: &State<'_, '_>,
        model: &Model<'_>,
        thread: Thread,
        next: EventId,
    ) -> Option<Hindrance> {
        let Some(between) = self.between.filter(|between| between.event == next) else {
            return state.hindrance(thread, next);
        };
        if !state.is_forked(thread) {
            return Some(Hindrance::NotForked);
        }
        let owner = model.history.event(between.before).thread;
        if state.done(owner) <= model.history.position(between.before) {
            return Some(Hindrance::Others(vec![owner]));
        }
        if between.sees.is_some_and(|variable| state.writer(variable) != Some(between.before)) {
            return Some(Hindrance::Hopeless);
        }
        if between.strays { None } else { state.hindrance(thread, next) }
    }

    /// Whether the event that comes next may read anything, and then leaves a value that nobody knows.
    pub(crate) fn strays(&self, state: &State<'_, '_>, thread: Thread) -> bool {
        self.between.is_some_and(|between| {
            between.strays && between.thread == thread && state.next(thread) == Some(between.event)
        })
    }
}

impl Stand {
    /// Whether the thread is there, and nothing but a lock can keep it from its next event.
    fn is_right(&self, state: &State<'_, '_>) -> bool {
        let is_there = (self.least..=self.most).contains(&state.done(self.thread)) && state.is_forked(self.thread);
        // Who waits to be notified asks for no lock yet.
        let waits = |next| state.missing_notification(self.thread, next).is_some();
        is_there && !(self.asks && state.next(self.thread).is_some_and(waits))
    }
}

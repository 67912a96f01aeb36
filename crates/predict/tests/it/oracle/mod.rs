//! A brute-force oracle: every reordering of a small history, step by step.
//!
//! It is the outside view that engines and validator are measured against, so it shares nothing with them but the history and reads only the table
//! at the top of `history/mod.rs`. There is no closure, no order to solve for and no early end: a depth-first search over all states.
//!
//! A state is what can differ between two orders of the same events: how far each thread is, which write each variable holds, which
//! waiting threads are notified, which threads have a permit for `park`. All else (who holds which lock, how many permits a semaphore has,
//! how often a latch was counted down) follows from how far the threads are.
//!
//! A broken block is no state but an order, so it is looked for from every state in which it can begin.
//!
//! A single notification reaches any one of the threads that wait un-notified; that is the only step with more than one outcome.

mod blocks;
mod errors;
mod state;

use deadheat_predict::history::{Condition, Event, EventId, History, KnownValue, Latch, Lock, Mode, Thread, Variable};
use deadheat_predict::{Action, ReadsFrom, Reordering};
pub use errors::Errors;
use rustc_hash::FxHashSet;
pub use state::State;

/// Which reorderings are looked at.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Which reads must see what they saw.
    pub reads: ReadsFrom,
    /// Whether a value that is known to be equal will do; else it must be the same write.
    pub equal_values: bool,
    /// Whether sections on one lock keep their order.
    pub keeps_sections: bool,
}

impl Rule {
    /// All correct reorderings.
    pub const CORRECT: Self = Self { reads: ReadsFrom::Kept, equal_values: true, keeps_sections: false };

    /// Those in which sections on one lock keep their order, and these reads see the same write.
    pub const fn sync_preserving(reads: ReadsFrom) -> Self {
        Self { reads, equal_values: false, keeps_sections: true }
    }
}

/// The oracle for one history.
#[derive(Debug)]
pub struct Oracle<'h> {
    history: &'h History,
    rule: Rule,
    /// The write that each event sees in the trace, if it reads; none is the initial value.
    sources: Vec<Option<EventId>>,
    /// The locks that each thread holds after so many of its events.
    held: Vec<Vec<Vec<(Lock, Mode)>>>,
    /// What each thread waits for after so many of its events.
    waits: Vec<Vec<Option<Condition>>>,
}

impl<'h> Oracle<'h> {
    /// The oracle for a history, which must be small.
    pub fn new(history: &'h History, rule: Rule) -> Self {
        let (held, waits) = history.threads().map(|thread| along(history, thread)).unzip();
        Self { history, rule, sources: sources(history), held, waits }
    }

    /// All errors that some reordering ends in.
    pub fn errors(&self) -> Errors {
        let mut errors = Errors::default();
        self.explore(|state| errors.collect(self, state));
        errors
    }

    /// The errors of one state.
    pub fn errors_in(&self, state: &State) -> Errors {
        let mut errors = Errors::default();
        errors.collect(self, state);
        errors
    }

    /// Calls back with every state that a reordering leads to, once.
    pub fn explore(&self, mut visit: impl FnMut(&State)) {
        let start = State::start(self.history);
        let mut seen = FxHashSet::from_iter([start]);
        let mut open = vec![start];
        let mut next = Vec::new();
        while let Some(state) = open.pop() {
            visit(&state);
            for thread in self.history.threads() {
                self.step(&state, thread, &mut next);
                open.extend(next.drain(..).filter(|state| seen.insert(*state)));
            }
        }
    }

    /// The states after these events in this order; the event that cannot be done, if there is one.
    pub fn replay(&self, order: &[EventId]) -> Result<Vec<State>, EventId> {
        self.replay_with(order, None)
    }

    /// The same, where one event may read anything.
    fn replay_with(&self, order: &[EventId], strays: Option<EventId>) -> Result<Vec<State>, EventId> {
        let mut states = vec![State::start(self.history)];
        for event in order {
            let thread = self.history.event(*event).thread;
            let mut after = Vec::new();
            for state in states.iter().filter(|state| self.next(state, thread) == Some(*event)) {
                match strays {
                    Some(id) if id == *event => after.extend(self.intrude(state, id).map(|(after, _)| after)),
                    _ => self.step(state, thread, &mut after),
                }
            }
            if after.is_empty() {
                return Err(*event);
            }
            states = after;
        }
        Ok(states)
    }

    /// Whether the reordering can be done, and ends in its error.
    pub fn confirms(&self, reordering: &Reordering) -> bool {
        self.verdict(reordering) == Ok(true)
    }

    /// Whether the reordering ends in its error; the event that cannot be done, if there is one.
    pub fn verdict(&self, reordering: &Reordering) -> Result<bool, EventId> {
        let order = reordering.events(self.history);
        let states = self.replay_with(&order, self.may_stray(&order, &reordering.error))?;
        let is_order = self.has_order(&order, &reordering.error);
        Ok(is_order && states.iter().any(|state| self.holds(state, &reordering.error)))
    }

    /// The events that can come next after these, which can be done in this order.
    pub fn possible(&self, order: &[EventId]) -> Vec<EventId> {
        self.possible_with(order, None)
    }

    /// The same, where one event may read anything.
    pub fn possible_with(&self, order: &[EventId], strays: Option<EventId>) -> Vec<EventId> {
        let states = self.replay_with(order, strays).unwrap_or_default();
        let next = |thread| self.next(states.first()?, thread);
        let after = |event: &EventId| self.replay_with(&[order, &[*event]].concat(), strays).is_ok();
        self.history.threads().filter_map(next).filter(after).collect()
    }

    /// A thread's next event.
    fn next(&self, state: &State, thread: Thread) -> Option<EventId> {
        self.history.of_thread(thread).get(state.done(thread)).copied()
    }

    fn is_done(&self, state: &State, event: EventId) -> bool {
        (self.history.position(event) as usize) < state.done(self.history.event(event).thread)
    }

    /// All that was done, in no order that means anything.
    fn done(&self, state: &State) -> impl Iterator<Item = &'h Event> {
        let history = self.history;
        let state = *state;
        let events = history.threads().flat_map(move |thread| &history.of_thread(thread)[..state.done(thread)]);
        events.map(|event| history.event(*event))
    }

    fn is_forked(&self, state: &State, thread: Thread) -> bool {
        self.history.fork(thread).is_none_or(|fork| self.is_done(state, fork))
    }

    /// Whether the holder has the lock in a way that keeps others from taking it so.
    fn holds_lock(&self, state: &State, holder: Thread, lock: Lock, wanted: Mode) -> bool {
        let held = &self.held[holder.at()][state.done(holder)];
        held.iter().any(|(other, mode)| *other == lock && mode.excludes(wanted))
    }

    /// Whether no other thread keeps this one from taking the lock.
    fn is_free(&self, state: &State, thread: Thread, lock: Lock, mode: Mode) -> bool {
        self.history.threads().all(|other| other == thread || !self.holds_lock(state, other, lock, mode))
    }

    /// The threads that wait for the condition and are not notified.
    fn waiting(&self, state: &State, condition: Condition) -> impl Iterator<Item = Thread> {
        let waits = move |thread: &Thread| self.waits[thread.at()][state.done(*thread)] == Some(condition);
        self.history.threads().filter(move |thread| waits(thread) && !state.notified(*thread))
    }

    /// Adds the states after the thread's next event, if it can be done.
    fn step(&self, state: &State, thread: Thread, into: &mut Vec<State>) {
        let Some(id) = self.next(state, thread) else { return };
        let action = self.history.event(id).action;
        if !self.is_forked(state, thread) || !self.can(state, id) {
            return;
        }
        let mut after = *state;
        after.advance(thread);
        match action {
            Action::Write { variable, .. } | Action::Update { variable } => after.write(variable, id),
            Action::Wake { .. } => after.set_notified(thread, false),
            Action::Unpark(other) => after.set_permit(other, true),
            Action::Park => after.set_permit(thread, false),
            Action::Notify { condition, all: true } => {
                self.waiting(state, condition).for_each(|other| after.set_notified(other, true));
            }
            Action::Notify { condition, all: false } => {
                let before = into.len();
                into.extend(self.waiting(state, condition).map(|other| {
                    let mut reached = after;
                    reached.set_notified(other, true);
                    reached
                }));
                if into.len() > before {
                    return;
                }
            }
            _ => {}
        }
        into.push(after);
    }

    /// Whether the next event of a forked thread can be done.
    fn can(&self, state: &State, id: EventId) -> bool {
        let Event { thread, action, value, .. } = *self.history.event(id);
        match action {
            Action::Join(child) => state.done(child) == self.history.of_thread(child).len(),
            Action::Read { variable, .. } => self.sees(state, id, variable, value),
            Action::Update { variable } => self.sees(state, id, variable, None),
            Action::Acquire { lock, mode, .. } => {
                self.is_free(state, thread, lock, mode) && self.keeps_order(state, id, lock, mode)
            }
            Action::Wake { lock, notified, .. } => {
                self.is_free(state, thread, lock, Mode::Exclusive)
                    && (!notified || state.notified(thread))
                    && self.keeps_order(state, id, lock, Mode::Exclusive)
            }
            Action::Refused { lock, mode } => !self.is_free(state, thread, lock, mode),
            Action::Down { semaphore, permits } => {
                let start = self.history.initial_permits(semaphore) as i64;
                let changes = self.done(state).map(|event| match event.action {
                    Action::Up { semaphore: other, permits } if other == semaphore => i64::from(permits),
                    Action::Down { semaphore: other, permits } if other == semaphore => -i64::from(permits),
                    _ => 0,
                });
                start + changes.sum::<i64>() >= i64::from(permits)
            }
            Action::Await(latch) => {
                let counted = self.done(state).filter(|event| event.action == Action::CountDown(latch)).count();
                counted >= self.needed(latch)
            }
            Action::Park => state.permit(thread),
            // A thread that holds a lock in the trace before it gives it back or waits does so in all orders.
            Action::Release { .. } | Action::Wait { .. } => true,
            Action::Begin | Action::End | Action::Fork(_) | Action::Write { .. } => true,
            Action::Notify { .. } | Action::Up { .. } | Action::CountDown(_) | Action::Unpark(_) => true,
        }
    }

    /// Whether a read sees what it saw in the trace.
    fn sees(&self, state: &State, id: EventId, variable: Variable, value: Option<KnownValue>) -> bool {
        let free = match self.rule.reads {
            ReadsFrom::Kept => false,
            ReadsFrom::KeptIfSynchronised => self.history.event(id).action.is_plain(),
            ReadsFrom::Free => true,
        };
        if !free && state.is_other(variable) {
            return false;
        }
        let writer = state.writer(variable);
        if free || writer == self.sources[id.at()] {
            return true;
        }
        let current = match writer {
            Some(write) => self.history.event(write).value,
            None => self.initial(variable),
        };
        self.rule.equal_values && value.is_some() && value == current
    }

    /// What the variable held at the start, if a read shows it.
    fn initial(&self, variable: Variable) -> Option<KnownValue> {
        self.history.numbered().find_map(|(id, event)| match event.action {
            Action::Read { variable: other, .. } if other == variable && self.sources[id.at()].is_none() => event.value,
            _ => None,
        })
    }

    /// How often a latch is counted down before it is open: as often as in the trace before anyone passed.
    fn needed(&self, latch: Latch) -> usize {
        let before = self.history.events().iter().take_while(|event| event.action != Action::Await(latch));
        before.filter(|event| event.action == Action::CountDown(latch)).count()
    }

    /// Whether no section that excludes this one and comes later in the trace has begun.
    fn keeps_order(&self, state: &State, id: EventId, lock: Lock, mode: Mode) -> bool {
        let mut later = self.history.numbered().skip(id.at() + 1);
        !self.rule.keeps_sections
            || !later.any(|(other, event)| {
                event.action.takes().is_some_and(|(taken, taken_mode)| taken == lock && taken_mode.excludes(mode))
                    && self.is_done(state, other)
            })
    }
}

/// The write that each event sees in the trace.
fn sources(history: &History) -> Vec<Option<EventId>> {
    let writes = |at: usize, variable| {
        let mut before = history.numbered().take(at).collect::<Vec<_>>().into_iter().rev();
        before.find(|(_, event)| event.action.access() == Some((variable, true))).map(|(id, _)| id)
    };
    let events = history.events().iter().enumerate();
    events.map(|(at, event)| event.action.reads().and_then(|variable| writes(at, variable))).collect()
}

/// What a thread holds and what it waits for, after each number of its events.
type Along = (Vec<Vec<(Lock, Mode)>>, Vec<Option<Condition>>);

fn along(history: &History, thread: Thread) -> Along {
    let (mut held, mut waits) = (vec![Vec::new()], vec![None]);
    for event in history.of_thread(thread) {
        let mut locks: Vec<_> = held[held.len() - 1].clone();
        let mut waiting = waits[waits.len() - 1];
        match history.event(*event).action {
            Action::Acquire { lock, mode, .. } => locks.push((lock, mode)),
            Action::Release { lock, mode } => locks.retain(|hold| *hold != (lock, mode)),
            Action::Wait { lock, condition } => {
                locks.retain(|hold| *hold != (lock, Mode::Exclusive));
                waiting = Some(condition);
            }
            Action::Wake { lock, .. } => {
                locks.push((lock, Mode::Exclusive));
                waiting = None;
            }
            _ => {}
        }
        held.push(locks);
        waits.push(waiting);
    }
    (held, waits)
}

//! A reordering as a person reads it: its end, and of what comes before only how the threads of the error came to be and where they took the
//! locks that they hold. A trace may have millions of events; of each reordering a few hundred are kept.

use std::collections::BTreeMap;

use deadheat_event::ThreadId;
use deadheat_predict::history::{Action, Condition, Event, Lock, Thread, Variable};
use deadheat_predict::{EventId, PlaceName, PredictedError, Reordering};
use rustc_hash::FxHashSet;

use super::Teller;
use crate::result::{self, Act, Doing, Moment};

/// So many events before the error are kept.
const LAST: usize = 300;
/// No more of those before them.
const MOST_BEFORE: usize = 100;

/// What an event must be about to matter.
#[derive(Default)]
struct Subjects {
    variables: FxHashSet<Variable>,
    locks: FxHashSet<Lock>,
}

impl Subjects {
    fn matters(&self, event: &Event) -> bool {
        match event.action {
            // What threads do to each other directly is often the whole point.
            Action::Begin | Action::End | Action::Fork(_) | Action::Join(_) | Action::Unpark(_) => true,
            Action::Refused { .. } | Action::Wake { notified: false, .. } => true,
            Action::Acquire { lock, .. }
            | Action::Release { lock, .. }
            | Action::Wait { lock, .. }
            | Action::Wake { lock, .. } => self.locks.contains(&lock),
            action => action.access().is_some_and(|(variable, _)| self.variables.contains(&variable)),
        }
    }
}

impl Teller<'_> {
    /// The reordering, with the situation of each thread at its end.
    pub fn reordering(&self, reordering: &Reordering, situations: &[Doing]) -> result::Reordering {
        let history = &self.trace.history;
        let (next, events) = (reordering.error.next(), reordering.error.events());
        let steps = reordering.length();
        let mut kept: BTreeMap<u64, EventId> = BTreeMap::new();
        let before = events.iter().flat_map(|event| self.before(*event)).take(MOST_BEFORE);
        // Those of the error are in the order themselves, if they are not next.
        for event in before.chain(events.iter().copied()) {
            kept.extend(reordering.rank(history, event).map(|rank| (rank, event)));
        }
        let last = reordering.last(history, LAST);
        kept.extend((steps - last.len() as u64..).zip(last.iter().copied()));

        let subjects = self.subjects(&events);
        let mut waiting = Waiting::before(self, reordering, &last);
        let mut interleaving = Vec::with_capacity(kept.len() + next.len());
        let first_of_last = steps - last.len() as u64;
        for (step, id) in kept {
            let event = history.event(id);
            let act = match step.checked_sub(first_of_last) {
                // What it reads between two accesses of a block need not be what it read in the trace.
                _ if event.action.reads().is_some() && is_between(reordering, id) => self.next(event),
                Some(at) => self.act(event, |condition, all| waiting.woken(condition, all, &last[at as usize + 1..])),
                None => self.act(event, |_, _| Vec::new()),
            };
            if step >= first_of_last {
                waiting.event(event);
            }
            interleaving.push(self.moment(step, event, act, subjects.matters(event) || step < first_of_last));
        }
        // The situations of those that are next are the last.
        let last_situations = &situations[situations.len() - next.len()..];
        for (event, doing) in next.iter().zip(last_situations) {
            let event = history.event(*event);
            interleaving.push(self.moment(steps, event, Act::About { doing: doing.clone() }, true));
        }
        let mut threads: Vec<Thread> = Vec::new();
        let told = last.iter().chain(&events).map(|event| history.event(*event));
        threads.extend(told.flat_map(|event| [Some(event.thread), other(event)]).flatten());
        threads.sort_unstable();
        threads.dedup();
        let mut threads: Vec<_> = threads.into_iter().map(|thread| self.thread(thread)).collect();
        threads.sort_by_key(|thread| thread.id);
        result::Reordering { steps, threads, interleaving }
    }

    /// What led to a thread's standing before an event: the forks, and where it took what it holds.
    fn before(&self, event: EventId) -> Vec<EventId> {
        let history = &self.trace.history;
        let thread = history.event(event).thread;
        let mut before: Vec<EventId> =
            self.sections.open(thread, history.position(event)).map(|section| section.acquire).collect();
        let mut forked = history.fork(thread);
        while let Some(fork) = forked.filter(|_| before.len() < MOST_BEFORE) {
            before.push(fork);
            forked = history.fork(history.event(fork).thread);
        }
        before
    }

    fn subjects(&self, next: &[EventId]) -> Subjects {
        let history = &self.trace.history;
        let mut subjects = Subjects::default();
        for id in next {
            let event = history.event(*id);
            subjects.variables.extend(event.action.access().map(|(variable, _)| variable));
            subjects.locks.extend(event.action.takes().map(|(lock, _)| lock));
            let held = self.sections.open(event.thread, history.position(*id));
            subjects.locks.extend(held.map(|section| section.lock));
        }
        subjects
    }

    fn moment(&self, step: u64, event: &Event, act: Act, relevant: bool) -> Moment {
        let PlaceName { source, library } = self.trace.place(event.place);
        let is_of_threads = matches!(event.action, Action::Begin | Action::End | Action::Fork(_) | Action::Join(_));
        Moment {
            step,
            thread: self.trace.thread_id(event.thread),
            act,
            // How a library starts and ends threads is nothing that a reader wants to know.
            place: Some(source).filter(|place| !is_of_threads || place.owner.is_program()),
            library: library.filter(|_| !is_of_threads),
            relevant,
            switch: None,
        }
    }
}

/// Whether it is what comes between two accesses of a block.
fn is_between(reordering: &Reordering, event: EventId) -> bool {
    matches!(reordering.error, PredictedError::Atomicity { between, .. } if between == event)
}

/// The other thread that an event is about.
fn other(event: &Event) -> Option<Thread> {
    match event.action {
        Action::Fork(thread) | Action::Join(thread) | Action::Unpark(thread) => Some(thread),
        _ => None,
    }
}

/// Who waits for what, in the last events of a reordering.
struct Waiting<'t> {
    teller: &'t Teller<'t>,
    /// The threads that wait, and whether they were notified.
    threads: Vec<(Thread, Condition, bool)>,
}

impl<'t> Waiting<'t> {
    /// Before the last events.
    fn before(teller: &'t Teller<'t>, reordering: &Reordering, last: &[EventId]) -> Self {
        let history = &teller.trace.history;
        // A thread stands before the first of its last events; one that has none, behind all that is taken of it.
        let mut threads = Vec::new();
        for thread in history.threads() {
            let own = last.iter().find(|event| history.event(**event).thread == thread);
            let done = match own {
                Some(event) => history.position(*event) as usize,
                None => reordering.taken(history, thread),
            };
            if let Some(before) = done.checked_sub(1)
                && let Action::Wait { condition, .. } = history.event(history.of_thread(thread)[before]).action
            {
                threads.push((thread, condition, false));
            }
        }
        Self { teller, threads }
    }

    /// Takes note of an event.
    fn event(&mut self, event: &Event) {
        match event.action {
            Action::Wait { condition, .. } => self.threads.push((event.thread, condition, false)),
            Action::Wake { .. } => self.threads.retain(|(thread, ..)| *thread != event.thread),
            _ => {}
        }
    }

    /// The threads that a notification reaches, with what comes after it: one alone reaches the thread that goes on first.
    fn woken(&mut self, condition: Condition, all: bool, after: &[EventId]) -> Vec<ThreadId> {
        let trace = self.teller.trace;
        let goes_on = |thread: Thread| {
            let wakes = |event: &EventId| {
                let event = trace.history.event(*event);
                event.thread == thread && matches!(event.action, Action::Wake { notified: true, .. })
            };
            after.iter().position(wakes).unwrap_or(usize::MAX)
        };
        let mut reached: Vec<&mut (Thread, Condition, bool)> =
            self.threads.iter_mut().filter(|(_, waits, notified)| *waits == condition && !notified).collect();
        reached.sort_by_key(|(thread, ..)| (goes_on(*thread), *thread));
        let most = if all { usize::MAX } else { 1 };
        let told = reached.into_iter().take(most).map(|(thread, _, notified)| {
            *notified = true;
            trace.thread_id(*thread)
        });
        told.collect()
    }
}

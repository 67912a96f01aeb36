//! The sync-preserving closure: the least that must be taken if some events are.
//!
//! After Mathur, Pavlogiannis, Viswanathan, *Optimal Prediction of Synchronization-Preserving Races* (POPL 2021): a set of events is closed if with
//! each event it has all that it [needs](crate::causes), and, of two sections on one lock that are both begun, the one that was first in the
//! trace to its end. Then the events of the set *in the order of the trace* are a correct reordering: what an event needs
//! came before it, and a lock is free again where it was free, because a section that was begun before is either over or left out.
//! Two readers' sections exclude nothing, so they do not count.
//!
//! A closed set is a [`Cut`]. Closing only ever adds to it, so that the closures along a thread or a pattern are computed one from the other.
//! Only sections that a thread is still *inside* can be in the way: there are as many as a thread holds locks, whatever the length
//! of the trace.

use crate::causes::Causes;
use crate::history::{Action, Event, EventId, History, Thread};
use crate::reordering::Cut;
use crate::sections::{Nesting, Section, Sections};

/// A set of events that is closed, and can grow.
#[derive(Debug)]
pub struct Closure<'a> {
    history: &'a History,
    causes: &'a Causes<'a>,
    sections: &'a Sections,
    cut: Cut,
    /// Among which sections each thread is at the end of the set.
    inside: Vec<Nesting>,
    /// Threads that have grown since the locks were looked at.
    grown: Vec<Thread>,
    is_grown: Vec<bool>,
}

impl<'a> Closure<'a> {
    /// The empty set.
    #[must_use]
    pub fn new(history: &'a History, causes: &'a Causes<'a>, sections: &'a Sections) -> Self {
        let is_grown = vec![false; history.thread_count()];
        let inside = vec![Nesting::default(); history.thread_count()];
        Self { history, causes, sections, cut: Cut::empty(history), inside, grown: Vec::new(), is_grown }
    }

    /// The set.
    #[must_use]
    pub fn cut(&self) -> &Cut {
        &self.cut
    }

    /// Forgets all events.
    pub fn clear(&mut self) {
        self.cut.0.fill(0);
        self.inside.fill(Nesting::default());
        self.is_grown.fill(false);
        self.grown.clear();
    }

    /// Whether an event is in the set.
    #[must_use]
    pub fn has(&self, event: EventId) -> bool {
        self.cut.has(self.history, event)
    }

    /// The first of some events of one thread, in their order, that is not in the set.
    #[must_use]
    pub fn first_outside<'e>(&self, events: &'e [EventId]) -> &'e [EventId] {
        &events[events.partition_point(|event| self.has(*event))..]
    }

    /// Takes in all that comes before an event in its thread; the set is not closed until [`close`](Self::close). A thread must have been
    /// forked to be about to do something, and one that waits must have been notified to be about to take its lock again.
    pub fn add_before(&mut self, event: EventId) {
        let Event { thread, action, .. } = *self.history.event(event);
        self.include(thread, self.history.position(event));
        if let Some(fork) = self.history.fork(thread) {
            self.add(fork);
        }
        if matches!(action, Action::Wake { notified: true, .. }) {
            let causes = self.causes;
            causes.of(event).for_each(|notification| self.add(notification));
        }
    }

    fn add(&mut self, event: EventId) {
        self.include(self.history.event(event).thread, self.history.position(event) + 1);
    }

    fn include(&mut self, thread: Thread, count: u32) {
        let (grown, is_grown) = (&mut self.grown, &mut self.is_grown);
        self.causes.include(&mut self.cut, thread, count, |thread| {
            if !std::mem::replace(&mut is_grown[thread.at()], true) {
                grown.push(thread);
            }
        });
    }

    /// Closes the set.
    pub fn close(&mut self) {
        let mut unfinished: Vec<(Thread, u32)> = Vec::new();
        for thread in &self.grown {
            self.inside[thread.at()] = self.sections.place(*thread, self.cut.of(*thread));
        }
        while let Some(thread) = self.grown.pop() {
            self.is_grown[thread.at()] = false;
            self.inside[thread.at()] = self.sections.place(thread, self.cut.of(thread));
            let holds = !self.inside[thread.at()].is_outside();
            for other in self.history.threads().filter(|other| *other != thread) {
                if holds {
                    unfinished.extend(self.must_end(thread, other));
                }
                if !self.inside[other.at()].is_outside() {
                    unfinished.extend(self.must_end(other, thread));
                }
            }
            for (thread, until) in unfinished.drain(..) {
                self.include(thread, until);
            }
        }
    }

    /// How far a thread must go on because the other has begun a later section on a lock that it holds.
    fn must_end(&self, holder: Thread, other: Thread) -> Option<(Thread, u32)> {
        let (held, begun) = (self.cut.of(holder), self.cut.of(other));
        let is_over = |section: &&Section| {
            let later = self.sections.last_begun(section.lock, section.mode, other, begun);
            later.is_some_and(|later| later > section.acquire)
        };
        let must = self.sections.of(self.inside[holder.at()]).filter(is_over);
        // A lock that is never given back and yet taken later cannot be: the trace would be ill-formed.
        must.map(|section| (holder, section.until.unwrap_or(held))).max_by_key(|(_, until)| *until)
    }
}

//! The cheap filter before the check (§3, at the end): happens-before without the edges of mutexes. What is ordered by starts and joins alone is
//! parallel in no schedule, so it loses nothing.

use crate::history::{Action, EventId, History, Thread};

/// Which events starts and joins order.
#[derive(Debug)]
pub struct StartJoin<'h> {
    history: &'h History,
    /// For each thread, from how many of its events on it knows how many of the others'.
    known: Vec<Vec<(u32, Vec<u32>)>>,
}

impl<'h> StartJoin<'h> {
    /// The order of a history.
    #[must_use]
    pub fn new(history: &'h History) -> Self {
        let nothing = vec![0; history.thread_count()];
        let mut known = vec![vec![(0, nothing)]; history.thread_count()];
        let mut learn = |thread: Thread, at: u32, from: Thread, until: u32| {
            let told = at_most(&known[from.at()], until).clone();
            let mut now = at_most(&known[thread.at()], at).clone();
            now.iter_mut().zip(told).for_each(|(mine, theirs)| *mine = theirs.max(*mine));
            now[from.at()] = now[from.at()].max(until);
            known[thread.at()].push((at, now));
        };
        for (id, event) in history.numbered() {
            let position = history.position(id);
            match event.action {
                Action::Fork(child) => learn(child, 0, event.thread, position + 1),
                Action::Join(child) => learn(event.thread, position, child, history.of_thread(child).len() as u32),
                _ => {}
            }
        }
        Self { history, known }
    }

    /// Whether starts and joins leave the two unordered.
    #[must_use]
    pub fn may_be_parallel(&self, [first, second]: [EventId; 2]) -> bool {
        !self.comes_before(first, second) && !self.comes_before(second, first)
    }

    /// Whether they let the second of three come between the others.
    #[must_use]
    pub fn may_break(&self, [before, between, after]: [EventId; 3]) -> bool {
        !self.comes_before(between, before) && !self.comes_before(after, between)
    }

    /// Whether they order the first before the second.
    #[must_use]
    pub fn comes_before(&self, first: EventId, second: EventId) -> bool {
        let (one, other) = (self.history.event(first).thread, self.history.event(second).thread);
        at_most(&self.known[other.at()], self.history.position(second))[one.at()] > self.history.position(first)
    }
}

/// What is known at a position.
fn at_most(known: &[(u32, Vec<u32>)], position: u32) -> &Vec<u32> {
    &known[known.partition_point(|(from, _)| *from <= position).max(1) - 1].1
}

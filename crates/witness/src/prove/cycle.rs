//! Livelocks, seen again: the last steps of a schedule lead back to the state in which they began, and no thread was kept from
//! anything on the way.

use std::collections::BTreeSet;

use deadheat_event::{Choice, ThreadId};
use deadheat_machine::{Fingerprint, Machine};

/// The last steps of a schedule, watched.
pub struct CycleWatch {
    /// The step with which it begins.
    pub begins: u64,
    start: Option<Fingerprint>,
    /// The threads that could have moved in it.
    open: BTreeSet<ThreadId>,
    /// Those that did.
    moved: BTreeSet<ThreadId>,
}

impl CycleWatch {
    /// Watches the steps from this one on.
    #[must_use]
    pub fn from(begins: u64) -> Self {
        Self { begins, start: None, open: BTreeSet::new(), moved: BTreeSet::new() }
    }

    /// A step is about to be made.
    pub fn before<M: Machine>(&mut self, step: u64, machine: &mut M, choices: &[Choice], choice: Choice) {
        if step < self.begins {
            return;
        }
        if step == self.begins {
            self.start = Some(machine.fingerprint());
        }
        self.open.extend(choices.iter().map(|choice| choice.thread()));
        self.moved.insert(choice.thread());
    }

    /// The threads that go round, if the state now is the one in which the cycle began and all that could move did.
    pub fn closed<M: Machine>(&self, machine: &mut M) -> Option<Vec<ThreadId>> {
        let back = self.start.is_some_and(|start| start == machine.fingerprint());
        (back && self.open.is_subset(&self.moved)).then(|| self.moved.iter().copied().collect())
    }
}

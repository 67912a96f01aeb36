//! Sets of held locks, each with a number.

use rustc_hash::FxHashMap;

use crate::history::{Action, History, Lock, Mode, Thread};

/// A set's number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LockSetId(pub u32);

/// All sets of locks that threads held.
#[derive(Debug)]
pub struct LockSets {
    sets: Vec<Vec<(Lock, Mode)>>,
    numbers: FxHashMap<Vec<(Lock, Mode)>, LockSetId>,
    /// What each thread holds now.
    now: Vec<LockSetId>,
}

impl LockSets {
    /// For this history, at its start.
    fn new(history: &History) -> Self {
        let numbers = FxHashMap::from_iter([(Vec::new(), LockSetId(0))]);
        Self { sets: vec![Vec::new()], numbers, now: vec![LockSetId(0); history.thread_count()] }
    }

    /// All sets of a history, and what the thread of each event held before it.
    #[must_use]
    pub fn along(history: &History) -> (Self, Vec<LockSetId>) {
        let mut this = Self::new(history);
        let held = history.events().iter().map(|event| {
            let before = this.held(event.thread);
            this.event(event.thread, event.action);
            before
        });
        let held = held.collect();
        (this, held)
    }

    /// What the thread holds now.
    fn held(&self, thread: Thread) -> LockSetId {
        self.now[thread.at()]
    }

    /// The locks of a set, in the order in which they were taken.
    #[must_use]
    pub fn locks(&self, set: LockSetId) -> &[(Lock, Mode)] {
        &self.sets[set.0 as usize]
    }

    /// Takes note of what a thread did.
    fn event(&mut self, thread: Thread, action: Action) {
        let (taken, given) = (action.takes(), action.gives_back());
        if taken.is_none() && given.is_none() {
            return;
        }
        let mut set = self.locks(self.held(thread)).to_vec();
        if let Some(at) = given.and_then(|given| set.iter().rposition(|held| *held == given)) {
            set.remove(at);
        }
        set.extend(taken);
        let next = LockSetId(self.sets.len() as u32);
        let number = *self.numbers.entry(set).or_insert_with_key(|set| {
            self.sets.push(set.clone());
            next
        });
        self.now[thread.at()] = number;
    }

    /// Whether threads that hold these cannot both be where they are.
    #[must_use]
    pub fn exclude(&self, one: LockSetId, other: LockSetId) -> bool {
        let theirs = self.locks(other);
        let excludes =
            |(lock, mode): &(Lock, Mode)| theirs.iter().any(|(other, held)| other == lock && mode.excludes(*held));
        self.locks(one).iter().any(excludes)
    }
}

//! What a search looks for. One file each.
//!
//! A property looks at states in which no thread stands before an [eager](crate::eager) operation, and, where it asks for it, at
//! what each single step did. It answers with symptoms; the search gives them a schedule and reports each error once.

mod dead_heat;
mod deadlock;
mod doing;
mod target;
mod uncaught;

use std::hash::Hash;

use deadheat_event::{Context, SiteId, ThreadId};
use deadheat_machine::{Outcome, Uncaught as Exception};

use crate::finding::Key;
use crate::{Kind, Standing};
pub use dead_heat::{DeadHeat, is_heat};
pub use deadlock::Deadlock;
pub(crate) use deadlock::deadlocked;
pub use doing::{Classes, Names, doing};
pub use target::Target;
pub use uncaught::Uncaught;

/// What a property sees.
pub struct View<'a> {
    /// The threads that live, by id.
    pub standings: &'a [Standing],
    /// Those of them whose wait can end by itself: by time, or for no reason.
    pub patient: &'a [ThreadId],
    /// How the run stands.
    pub outcome: &'a Outcome,
    /// The thread that made the last step.
    pub moved: Option<ThreadId>,
    /// The exception that it now dies of.
    pub died: Option<&'a Exception>,
    /// Answers questions about the state.
    pub context: &'a dyn Context,
}

impl View<'_> {
    /// Where a thread stands; none if it does not live.
    #[must_use]
    pub fn standing(&self, thread: ThreadId) -> Option<&Standing> {
        self.standings.iter().find(|standing| standing.thread == thread)
    }
}

/// An error, as a property sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symptom {
    /// What kind of error.
    pub kind: Kind,
    /// The threads involved.
    pub threads: Vec<ThreadId>,
    pub(crate) key: Key,
}

impl Symptom {
    /// An error of some kind, by these threads, at these places in the code, about something. Errors with the same kind,
    /// places and `about` are the same error.
    pub fn new(kind: Kind, threads: Vec<ThreadId>, sites: &[SiteId], about: impl Hash) -> Self {
        Self { kind, threads, key: Key::new(kind, sites, about) }
    }
}

/// Something to look for.
pub trait Property: Send + Sync {
    /// Looks at a step. Called after every step, eager ones included.
    fn step(&self, view: &View<'_>, symptoms: &mut Vec<Symptom>) {
        let _ = (view, symptoms);
    }

    /// Looks at a state.
    fn state(&self, view: &View<'_>, symptoms: &mut Vec<Symptom>) {
        let _ = (view, symptoms);
    }

    /// Says in words what the error is about.
    fn describe(&self, symptom: &Symptom, view: &View<'_>) -> String;
}

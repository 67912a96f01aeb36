//! Violations: what a property sees in a state, and what is known of it there.

use std::hash::{Hash, Hasher};

use deadheat_event::{ErrorKind, LockMode, Pending, SiteId, SourcePos, SyncId, ThreadId};
use deadheat_machine::Uncaught;
use rustc_hash::FxHasher;

use crate::names::Names;
use crate::property::StateView;
use crate::{Counterexample, PendingThread};

/// A violation, as a property sees it in a state. Cheap: most are seen again and again, and only the first one, or a better one,
/// becomes a [`Counterexample`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// What kind of error.
    pub kind: ErrorKind,
    /// The threads involved.
    pub threads: Vec<ThreadId>,
    /// Which error it is.
    pub key: ViolationKey,
}

impl Violation {
    /// An error of some kind, by these threads, at these sites of the program (in any order; see [`place`](crate::place)), about
    /// something. Errors with the same kind, sites and `about` are the same error.
    pub fn new(kind: ErrorKind, threads: Vec<ThreadId>, sites: &[SiteId], about: impl Hash) -> Self {
        Self { kind, threads, key: ViolationKey::new(kind, sites, about) }
    }
}

/// Violations with the same key are the same error: same kind, same sites in the program's code, same field or kinds of waits. Holds only
/// among machines that share their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ViolationKey(u64);

impl ViolationKey {
    fn new(kind: ErrorKind, sites: &[SiteId], about: impl Hash) -> Self {
        let mut sites = sites.to_vec();
        sites.sort_unstable();
        let mut hasher = FxHasher::default();
        (kind, sites, about).hash(&mut hasher);
        Self(hasher.finish())
    }
}

/// A violation with what is known of it in its state: a [`Counterexample`] without its schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObservedViolation {
    /// What kind of error.
    pub kind: ErrorKind,
    /// The threads involved.
    pub involved: Vec<Involved>,
    /// For a deadlock: whether other threads could still go on, and perhaps break it.
    pub partial: bool,
    /// What the things that `involved` mentions are called.
    pub names: Names,
    /// Which error it is.
    pub key: ViolationKey,
}

impl ObservedViolation {
    /// What there is to know of a violation in its state.
    pub(crate) fn new(violation: &Violation, view: &StateView<'_>) -> Self {
        let involved: Vec<Involved> = violation.threads.iter().map(|thread| Involved::new(*thread, view)).collect();
        Self {
            kind: violation.kind,
            partial: is_partial(violation, view),
            names: Names::of(&involved, view.context),
            involved,
            key: violation.key,
        }
    }

    /// Whether it is the error that a search has found, on a machine that shares its names with the search's.
    #[must_use]
    pub fn is(&self, counterexample: &Counterexample) -> bool {
        self.key == counterexample.key
    }
}

/// Whether threads outside of a deadlock could still go on.
pub(crate) fn is_partial(violation: &Violation, view: &StateView<'_>) -> bool {
    violation.kind == ErrorKind::Deadlock && view.outcome.is_running()
}

/// A thread that has to do with an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Involved {
    /// The thread.
    pub thread: ThreadId,
    /// Its name.
    pub name: String,
    /// What it will do next, and what it waits for; none if it has ended.
    pub pending: Option<Pending>,
    /// Its stack, innermost call first.
    pub stack: Vec<SourcePos>,
    /// The locks that it holds, in the order in which it took them.
    pub locks: Vec<(SyncId, LockMode)>,
    /// The exception that it dies of, with the stack where it was made.
    pub exception: Option<Uncaught>,
}

impl Involved {
    fn new(thread: ThreadId, view: &StateView<'_>) -> Self {
        Self {
            thread,
            name: view.context.thread_name(thread),
            pending: view.thread(thread).map(|PendingThread { pending, .. }| pending.clone()),
            stack: view.context.stack(thread),
            locks: view.context.locks(thread),
            exception: view.died.filter(|_| view.moved == Some(thread)).cloned(),
        }
    }
}

//! What a search looks for. One file each.
//!
//! A property looks at states in which no thread is about to do an [eager](crate::eager) operation, and, where it asks for it, at
//! what each single step did. It answers with violations; the search gives them a schedule and reports each error once.

mod dead_heat;
mod deadlock;
mod reach;
mod uncaught_exception;

use deadheat_event::{Context, ThreadId};
use deadheat_machine::{Outcome, Uncaught};

use crate::PendingThread;
use crate::pending_thread::find;
pub use crate::violation::Violation;
pub use dead_heat::{DeadHeat, race_pairs};
pub use deadlock::Deadlock;
pub(crate) use deadlock::{deadlocked, is_chained};
pub use reach::Reach;
pub use uncaught_exception::UncaughtException;

/// What a property sees.
#[derive(Clone, Copy)]
pub struct StateView<'a> {
    /// The threads that live, by id.
    pub threads: &'a [PendingThread],
    /// Those of them whose wait can end by itself: by time, or spuriously.
    pub patient: &'a [ThreadId],
    /// How the run stands.
    pub outcome: &'a Outcome,
    /// The thread that made the last step.
    pub moved: Option<ThreadId>,
    /// The exception that it now dies of.
    pub died: Option<&'a Uncaught>,
    /// Answers questions about the state.
    pub context: &'a dyn Context,
}

impl<'a> StateView<'a> {
    /// A thread, with what it will do next; none if it does not live.
    #[must_use]
    pub fn thread(&self, thread: ThreadId) -> Option<&'a PendingThread> {
        find(self.threads, thread)
    }
}

/// Something to look for.
///
/// ```
/// use deadheat_event::{ErrorKind, Op};
/// use deadheat_search::Search;
/// use deadheat_search::property::{Property, StateView, Violation};
/// use deadheat_testing::toy::{Act, Toy};
///
/// /// Looks for threads that go to sleep with a lock in their hands.
/// struct SleepsWithLock;
///
/// impl Property for SleepsWithLock {
///     fn state(&self, view: &StateView<'_>, violations: &mut Vec<Violation>) {
///         for one in view.threads {
///             if one.pending.op == Op::Sleep && !view.context.locks(one.thread).is_empty() {
///                 violations.push(Violation::new(ErrorKind::Target, vec![one.thread], &[one.pending.site], ()));
///             }
///         }
///     }
/// }
///
/// let machine = Toy::new(vec![vec![Act::Sleep(1)], vec![Act::Lock(0), Act::Sleep(1), Act::Unlock(0)]]);
/// let report = Search::new(vec![machine]).property(SleepsWithLock).run()?;
/// assert_eq!(report.counterexamples.len(), 1);
/// assert_eq!(report.counterexamples[0].involved[0].name, "toy-1");
/// # Ok::<(), deadheat_search::SearchError>(())
/// ```
pub trait Property: Send + Sync {
    /// Whether `step` has something to see in steps in which no thread dies, although the state behind them was visited before.
    fn looks_at_every_step(&self) -> bool {
        true
    }

    /// Looks at a step. Called after every step, eager ones included; where [no property wants it](Self::looks_at_every_step) not after all of
    /// those that lead to a state that was visited before.
    fn step(&self, view: &StateView<'_>, violations: &mut Vec<Violation>) {
        let _ = (view, violations);
    }

    /// Looks at a state.
    fn state(&self, view: &StateView<'_>, violations: &mut Vec<Violation>) {
        let _ = (view, violations);
    }
}

//! What a thread will do next, and what keeps it from doing so.

use crate::{Op, SiteId, SyncId, ThreadId};

/// The visible operation that a thread will do next.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pending {
    /// What it is.
    pub op: Op,
    /// Where in the thread's code.
    pub site: SiteId,
    /// What the thread waits for; `None` when it can go on.
    pub blocked: Option<BlockedOn>,
}

impl Pending {
    /// Whether the thread can do it now.
    #[must_use]
    #[inline]
    pub fn is_enabled(&self) -> bool {
        self.blocked.is_none()
    }
}

/// What a thread that cannot go on waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlockedOn {
    /// A lock that another thread holds. A lock held in shared mode has no single owner.
    Lock {
        /// The lock.
        lock: SyncId,
        /// The thread that holds it.
        owner: Option<ThreadId>,
        /// Whether an interrupt ends the wait.
        interruptible: bool,
    },
    /// A notification.
    Notify {
        /// The lock released while waiting.
        lock: SyncId,
        /// The condition waited on.
        condition: SyncId,
    },
    /// The end of a thread.
    Join {
        /// The thread.
        thread: ThreadId,
    },
    /// A permit from `unpark`.
    Unpark,
    /// An initialiser that another thread runs.
    Initialise {
        /// The initialiser.
        once: SyncId,
        /// The thread that runs it.
        owner: ThreadId,
    },
    /// Permits of a semaphore.
    Permits {
        /// The semaphore.
        semaphore: SyncId,
    },
    /// A latch that is still closed.
    Latch {
        /// The latch.
        latch: SyncId,
    },
    /// Time alone: a sleep.
    Time,
}

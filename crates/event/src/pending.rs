//! What a thread will do next, known before it is done.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{LockId, ObjectId, OpKind, SiteId, ThreadId};

/// The visible operation that a thread will do next.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PendingOp {
    /// What it is.
    pub kind: OpKind,
    /// Where in the thread's code.
    pub site: SiteId,
    /// What the thread waits for; `None` when it can go on.
    pub blocked: Option<BlockedOn>,
}

impl PendingOp {
    /// Whether the thread can do it now.
    #[must_use]
    pub fn is_enabled(&self) -> bool {
        self.blocked.is_none()
    }
}

/// What a thread that cannot go on waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BlockedOn {
    /// A lock that another thread holds. A lock held in shared mode has no single owner.
    Lock {
        /// The lock.
        lock: LockId,
        /// Who holds it.
        owner: Option<ThreadId>,
    },
    /// A notification.
    Notify {
        /// The lock released while waiting.
        lock: LockId,
        /// The object waited on: the monitor's own object, or a condition.
        condition: ObjectId,
    },
    /// The end of a thread.
    Join {
        /// The thread.
        thread: ThreadId,
    },
    /// A permit from `unpark`.
    Unpark,
    /// A class initialiser that another thread runs.
    ClassInit {
        /// The class's mirror.
        class: ObjectId,
        /// The thread that runs it.
        owner: ThreadId,
    },
    /// Permits of a semaphore.
    Permits {
        /// The semaphore.
        semaphore: ObjectId,
    },
    /// A latch that is still closed.
    Latch {
        /// The latch.
        latch: ObjectId,
    },
    /// Time alone: a sleep.
    Time,
}

impl fmt::Display for BlockedOn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lock { lock, owner: Some(owner) } => write!(f, "lock {lock}, held by {owner}"),
            Self::Lock { lock, owner: None } => write!(f, "lock {lock}"),
            Self::Notify { condition, .. } => write!(f, "a notification on {condition}"),
            Self::Join { thread } => write!(f, "the end of {thread}"),
            Self::Unpark => f.write_str("unpark"),
            Self::ClassInit { class, owner } => write!(f, "the initialiser of class {class}, run by {owner}"),
            Self::Permits { semaphore } => write!(f, "permits of semaphore {semaphore}"),
            Self::Latch { latch } => write!(f, "latch {latch}"),
            Self::Time => f.write_str("time"),
        }
    }
}

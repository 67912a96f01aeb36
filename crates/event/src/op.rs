//! What a thread will do: a visible operation, before it is done.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Access, AccessKind, Location, SyncId, ThreadId, Value};

/// Whether a lock is held alone or together with other readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum LockMode {
    /// Held by one thread alone: mutexes, write locks.
    Exclusive,
    /// Held by any number of threads: read locks.
    Shared,
}

/// Why a waiting thread went on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum WakeReason {
    /// Another thread notified it.
    Notified,
    /// Its time was over.
    TimedOut,
    /// Another thread interrupted it.
    Interrupted,
    /// For no reason, as specifications allow.
    Spurious,
}

/// A visible operation that a thread will do: all that is known of it before it is done. What it came to is a
/// [`Done`](crate::Done).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the fields are what their names and types say")]
pub enum Op {
    /// The thread's first step.
    Begin,
    /// The thread's last step.
    End,
    /// A read of shared memory.
    Read { location: Location, access: AccessKind },
    /// A write to shared memory, with the value where the guest can tell it.
    Write { location: Location, access: AccessKind, value: Option<Value> },
    /// An atomic read-modify-write. Whether a compare-and-set will write is not known before.
    Update { location: Location },
    /// Taking a lock. `reentrant`: the thread already holds it in this mode.
    Acquire { lock: SyncId, mode: LockMode, reentrant: bool },
    /// Trying to take a lock without waiting for ever.
    TryAcquire { lock: SyncId, mode: LockMode },
    /// Giving a lock back. `reentrant`: the thread goes on holding it.
    Release { lock: SyncId, mode: LockMode, reentrant: bool },
    /// Releasing `lock` and waiting for a notification on `condition`. Where they are the same, as with a monitor, any waiter may be
    /// woken; else the one that has waited longest is.
    Wait { lock: SyncId, condition: SyncId, timed: bool },
    /// Leaving the waiters of `condition` because of an interrupt. Until then a notification may still reach the thread; afterwards
    /// it has to take `lock` again like any other.
    LeaveWait { lock: SyncId, condition: SyncId },
    /// Going on after a wait, with `lock` taken again.
    Wake { lock: SyncId, condition: SyncId, how: WakeReason },
    /// Notifying waiters.
    Notify { lock: SyncId, condition: SyncId, all: bool },
    /// Starting a thread.
    Start { thread: ThreadId },
    /// Waiting for a thread to end. `timed`: or asking whether it has, which a join with a time limit does, and one by a thread that
    /// is interrupted and will not wait.
    Join { thread: ThreadId, timed: bool },
    /// Looking at another thread in a way that tells nothing about its end: at its interrupt flag.
    Inspect { thread: ThreadId },
    /// Doing something with a thread that was not started yet, known by its handle: joining it, asking whether it lives, waking or
    /// interrupting it. What that does depends on whether the thread is started before.
    Unstarted { handle: SyncId },
    /// Waiting for a permit from `Unpark`.
    Park { timed: bool },
    /// Giving a thread its permit.
    Unpark { thread: ThreadId },
    /// Interrupting a thread.
    Interrupt { thread: ThreadId },
    /// Looking at the thread's own interrupt flag, or being stopped by it.
    Interrupted,
    /// Sleeping. Orders nothing.
    Sleep,
    /// Offering the processor to others, or the machine's own pause in a long run without visible operations.
    Yield,
    /// Entering an initialiser that runs once, or waiting for the thread that runs it: of a Java class, a static local of C++, a
    /// `pthread_once`.
    Initialise { once: SyncId },
    /// Waiting for a latch to open.
    LatchAwait { latch: SyncId },
    /// Counting a latch down.
    LatchCountDown { latch: SyncId },
    /// Taking permits from a semaphore.
    SemaphoreAcquire { semaphore: SyncId, permits: u32 },
    /// Giving permits to a semaphore.
    SemaphoreRelease { semaphore: SyncId, permits: u32 },
    /// Asking for one of `options` values that the schedule decides.
    Choose { options: u32 },
}

impl Op {
    /// The access to shared memory that this operation makes, if it makes one. An update counts as a write: it may become one.
    #[must_use]
    #[inline]
    pub fn access(&self) -> Option<Access> {
        let (location, kind, writes) = match *self {
            Self::Read { location, access } => (location, access, false),
            Self::Write { location, access, .. } => (location, access, true),
            Self::Update { location } => (location, AccessKind::Atomic, true),
            _ => return None,
        };
        Some(Access { location, kind, writes })
    }

    /// The lock that this operation takes, gives back or needs, if any.
    #[must_use]
    #[inline]
    pub fn lock(&self) -> Option<SyncId> {
        match *self {
            Self::Acquire { lock, .. }
            | Self::TryAcquire { lock, .. }
            | Self::Release { lock, .. }
            | Self::Wait { lock, .. }
            | Self::LeaveWait { lock, .. }
            | Self::Wake { lock, .. }
            | Self::Notify { lock, .. } => Some(lock),
            _ => None,
        }
    }

    /// Whether the thread says with this operation that others should go first.
    #[must_use]
    #[inline]
    pub fn is_yield(&self) -> bool {
        matches!(self, Self::Yield | Self::Sleep)
    }
}

impl fmt::Display for LockMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Exclusive => "exclusive",
            Self::Shared => "shared",
        })
    }
}

impl fmt::Display for WakeReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Notified => "notified",
            Self::TimedOut => "timed out",
            Self::Interrupted => "interrupted",
            Self::Spurious => "spurious",
        })
    }
}

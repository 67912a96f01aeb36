//! What a thread did: a visible operation, with what it came to.

use crate::{Access, AccessKind, Location, LockMode, ObjectId, Op, SyncId, ThreadId, Value, WakeReason};

/// A visible operation that was done. The variants are those of [`Op`], with what is known only afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the fields are what their names and types say; see `Op` for the operations")]
pub enum Done {
    Begin,
    End,
    /// The value, where the guest can tell it: an operation on many elements at once has none.
    Read {
        location: Location,
        access: AccessKind,
        value: Option<Value>,
    },
    Write {
        location: Location,
        access: AccessKind,
        value: Option<Value>,
    },
    /// `wrote` is false for a compare-and-set that failed.
    Update {
        location: Location,
        old: Option<Value>,
        new: Option<Value>,
        wrote: bool,
    },
    Acquire {
        lock: SyncId,
        mode: LockMode,
        reentrant: bool,
    },
    TryAcquire {
        lock: SyncId,
        mode: LockMode,
        acquired: bool,
    },
    Release {
        lock: SyncId,
        mode: LockMode,
        reentrant: bool,
    },
    Wait {
        lock: SyncId,
        condition: SyncId,
        timed: bool,
    },
    LeaveWait {
        lock: SyncId,
        condition: SyncId,
    },
    Wake {
        lock: SyncId,
        condition: SyncId,
        how: WakeReason,
    },
    /// `woken` is empty for a notification that no thread waited for.
    Notify {
        lock: SyncId,
        condition: SyncId,
        all: bool,
        woken: Vec<ThreadId>,
    },
    Start {
        thread: ThreadId,
    },
    Join {
        thread: ThreadId,
        timed: bool,
    },
    Inspect {
        thread: ThreadId,
    },
    Unstarted {
        handle: SyncId,
    },
    Park {
        timed: bool,
    },
    Unpark {
        thread: ThreadId,
    },
    Interrupt {
        thread: ThreadId,
    },
    Interrupted,
    Sleep,
    Yield,
    Initialise {
        once: SyncId,
    },
    LatchAwait {
        latch: SyncId,
    },
    LatchCountDown {
        latch: SyncId,
    },
    SemaphoreAcquire {
        semaphore: SyncId,
        permits: u32,
    },
    SemaphoreRelease {
        semaphore: SyncId,
        permits: u32,
    },
    Choose {
        options: u32,
        chosen: u32,
    },
    /// An exception that the thread did not catch ends it. No thread stops before this, so it has no [`Op`].
    Throw {
        exception: ObjectId,
    },
}

impl Done {
    /// The access to shared memory that was made, if one was. An update that failed only read.
    #[must_use]
    #[inline]
    pub fn access(&self) -> Option<Access> {
        let (location, kind, writes) = match *self {
            Self::Read { location, access, .. } => (location, access, false),
            Self::Write { location, access, .. } => (location, access, true),
            Self::Update { location, wrote, .. } => (location, AccessKind::Atomic, wrote),
            _ => return None,
        };
        Some(Access { location, kind, writes })
    }

    /// The lock that was taken, given back or needed, if any.
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

    /// What was known of it before it was done.
    #[must_use]
    #[inline]
    pub fn op(&self) -> Option<Op> {
        Some(match *self {
            Self::Begin => Op::Begin,
            Self::End => Op::End,
            Self::Read { location, access, .. } => Op::Read { location, access },
            Self::Write { location, access, value } => Op::Write { location, access, value },
            Self::Update { location, .. } => Op::Update { location },
            Self::Acquire { lock, mode, reentrant } => Op::Acquire { lock, mode, reentrant },
            Self::TryAcquire { lock, mode, .. } => Op::TryAcquire { lock, mode },
            Self::Release { lock, mode, reentrant } => Op::Release { lock, mode, reentrant },
            Self::Wait { lock, condition, timed } => Op::Wait { lock, condition, timed },
            Self::LeaveWait { lock, condition } => Op::LeaveWait { lock, condition },
            Self::Wake { lock, condition, how } => Op::Wake { lock, condition, how },
            Self::Notify { lock, condition, all, .. } => Op::Notify { lock, condition, all },
            Self::Start { thread } => Op::Start { thread },
            Self::Join { thread, timed } => Op::Join { thread, timed },
            Self::Inspect { thread } => Op::Inspect { thread },
            Self::Unstarted { handle } => Op::Unstarted { handle },
            Self::Park { timed } => Op::Park { timed },
            Self::Unpark { thread } => Op::Unpark { thread },
            Self::Interrupt { thread } => Op::Interrupt { thread },
            Self::Interrupted => Op::Interrupted,
            Self::Sleep => Op::Sleep,
            Self::Yield => Op::Yield,
            Self::Initialise { once } => Op::Initialise { once },
            Self::LatchAwait { latch } => Op::LatchAwait { latch },
            Self::LatchCountDown { latch } => Op::LatchCountDown { latch },
            Self::SemaphoreAcquire { semaphore, permits } => Op::SemaphoreAcquire { semaphore, permits },
            Self::SemaphoreRelease { semaphore, permits } => Op::SemaphoreRelease { semaphore, permits },
            Self::Choose { options, .. } => Op::Choose { options },
            Self::Throw { .. } => return None,
        })
    }
}

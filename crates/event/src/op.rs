//! Visible operations: what another thread can notice.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{AccessKind, Location, LockId, ObjectId, SiteId, ThreadId, Value};

/// Whether a lock is held alone or together with other readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum LockMode {
    /// Held by one thread alone: monitors, write locks.
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
    /// For no reason, as the language specification allows.
    Spurious,
}

/// What a guest says about itself, and where its initialisers run. Marks are events only: no thread stops for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Mark {
    /// What the thread does to memory from here on is not to be looked at.
    IgnoreOn,
    /// Ends the last `IgnoreOn`.
    IgnoreOff,
    /// The object begins a new life.
    Reuse(ObjectId),
    /// Begins what should be atomic.
    AtomicBegin,
    /// Ends the last `AtomicBegin`.
    AtomicEnd,
    /// Begins the initialiser of the class with this mirror.
    InitBegin(ObjectId),
    /// Ends it.
    InitEnd(ObjectId),
    /// Garbage is about to be freed: [`Context::survives`](crate::Context::survives) tells what stays. The ids of all other
    /// objects may come again, as names of new ones.
    Collect,
}

/// A visible operation. The same type serves the operation that a thread *will* do ([`PendingOp`](crate::PendingOp)) and
/// the one that it *did* ([`Event`]); what is known only afterwards is an `Option`, `None` before.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the fields are what their names and types say")]
pub enum OpKind {
    /// The thread's first step.
    Begin,
    /// The thread's last step.
    End,
    /// A read of shared memory.
    Read { location: Location, access: AccessKind, value: Option<Value> },
    /// A write to shared memory; the value is known before.
    Write { location: Location, access: AccessKind, value: Option<Value> },
    /// An atomic read-modify-write. `wrote` is false for a compare-and-set that failed (and true while pending).
    Update { location: Location, old: Option<Value>, new: Option<Value>, wrote: bool },
    /// Taking a lock. `reentrant`: the thread already held it in this mode.
    Acquire { lock: LockId, mode: LockMode, reentrant: bool },
    /// Trying to take a lock without waiting for ever.
    TryAcquire { lock: LockId, mode: LockMode, acquired: Option<bool> },
    /// Giving a lock back. `reentrant`: the thread goes on holding it.
    Release { lock: LockId, mode: LockMode, reentrant: bool },
    /// Releasing `lock` and waiting for a notification on `condition` (for a monitor: the same object).
    Wait { lock: LockId, condition: ObjectId, timed: bool },
    /// Going on after a wait, with `lock` taken again.
    Wake { lock: LockId, condition: ObjectId, how: WakeReason },
    /// Notifying waiters. `woken` is empty while pending, and for a notification that nobody waited for.
    Notify { lock: LockId, condition: ObjectId, all: bool, woken: Vec<ThreadId> },
    /// Starting a thread.
    Start { thread: ThreadId },
    /// Waiting for a thread to end.
    Join { thread: ThreadId, timed: bool },
    /// Waiting for a permit from `Unpark`.
    Park { timed: bool },
    /// Giving a thread its permit.
    Unpark { thread: ThreadId },
    /// Interrupting a thread.
    Interrupt { thread: ThreadId },
    /// Looking at one's own interrupt flag, or being stopped by it.
    Interrupted,
    /// Sleeping. Orders nothing.
    Sleep,
    /// Offering the processor to others: `Thread.yield`, `Thread.onSpinWait`, or the machine's own pause in a long run
    /// without visible operations.
    Yield,
    /// Entering a class initialiser, or waiting for the thread that runs it. `class` is the class's mirror object.
    ClassInit { class: ObjectId },
    /// Waiting for a latch to open.
    LatchAwait { latch: ObjectId },
    /// Counting a latch down.
    LatchCountDown { latch: ObjectId },
    /// Taking permits from a semaphore.
    SemaphoreAcquire { semaphore: ObjectId, permits: u32 },
    /// Giving permits to a semaphore.
    SemaphoreRelease { semaphore: ObjectId, permits: u32 },
    /// Asking for one of `options` values that the schedule decides.
    Choose { options: u32, chosen: Option<u32> },
    /// An exception that nobody caught ends the thread.
    Throw { exception: ObjectId },
    /// No operation: something that an observer should know.
    Mark(Mark),
}

/// An access to shared memory, whatever operation makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The place.
    pub location: Location,
    /// How it is ordered.
    pub kind: AccessKind,
    /// Whether it writes.
    pub writes: bool,
}

/// What one step did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// The event's number in its run, from 0.
    pub seq: u64,
    /// The thread that did it.
    pub thread: ThreadId,
    /// What it did.
    pub kind: OpKind,
    /// Where in its code.
    pub site: SiteId,
}

impl OpKind {
    /// The access to shared memory that this operation makes, if it makes one.
    #[must_use]
    pub fn access(&self) -> Option<Access> {
        let (location, kind, writes) = match *self {
            Self::Read { location, access, .. } => (location, access, false),
            Self::Write { location, access, .. } => (location, access, true),
            Self::Update { location, wrote, .. } => (location, AccessKind::Atomic, wrote),
            _ => return None,
        };
        Some(Access { location, kind, writes })
    }

    /// The lock that this operation takes, gives back or needs, if any.
    #[must_use]
    pub fn lock(&self) -> Option<LockId> {
        match *self {
            Self::Acquire { lock, .. }
            | Self::TryAcquire { lock, .. }
            | Self::Release { lock, .. }
            | Self::Wait { lock, .. }
            | Self::Wake { lock, .. }
            | Self::Notify { lock, .. } => Some(lock),
            _ => None,
        }
    }

    /// Whether the thread says with this operation that others should go first.
    #[must_use]
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

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IgnoreOn => f.write_str("ignore from here"),
            Self::IgnoreOff => f.write_str("ignore up to here"),
            Self::Reuse(object) => write!(f, "reuse {object}"),
            Self::AtomicBegin => f.write_str("begin atomic block"),
            Self::AtomicEnd => f.write_str("end atomic block"),
            Self::InitBegin(class) => write!(f, "begin initialiser of {class}"),
            Self::InitEnd(class) => write!(f, "end initialiser of {class}"),
            Self::Collect => f.write_str("collect garbage"),
        }
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

/// Writes ` = value` where the value is known.
struct Known<'a, T>(&'a str, &'a Option<T>);

impl<T: fmt::Display> fmt::Display for Known<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            Some(value) => write!(f, "{}{value}", self.0),
            None => Ok(()),
        }
    }
}

impl fmt::Display for OpKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |all: bool| if all { "notify all" } else { "notify" };
        match self {
            Self::Begin => f.write_str("begin"),
            Self::End => f.write_str("end"),
            Self::Read { location, access, value } => write!(f, "{access} read {location}{}", Known(" = ", value)),
            Self::Write { location, access, value } => write!(f, "{access} write {location}{}", Known(" = ", value)),
            Self::Update { location, old, new, wrote } => {
                let what = if *wrote { "update" } else { "failed update" };
                write!(f, "{what} {location}{}{}", Known(" from ", old), Known(" to ", new))
            }
            Self::Acquire { lock, mode, reentrant } => write!(f, "acquire {lock} {mode}{}", again(*reentrant)),
            Self::TryAcquire { lock, mode, acquired } => {
                write!(f, "try to acquire {lock} {mode}{}", Known(": ", acquired))
            }
            Self::Release { lock, mode, reentrant } => write!(f, "release {lock} {mode}{}", again(*reentrant)),
            Self::Wait { condition, timed, .. } => write!(f, "wait on {condition}{}", limited(*timed)),
            Self::Wake { condition, how, .. } => write!(f, "wake from {condition}: {how}"),
            Self::Notify { condition, all, woken, .. } => {
                write!(f, "{} {condition}", plural(*all))?;
                woken.iter().try_for_each(|thread| write!(f, " {thread}"))
            }
            Self::Start { thread } => write!(f, "start {thread}"),
            Self::Join { thread, timed } => write!(f, "join {thread}{}", limited(*timed)),
            Self::Park { timed } => write!(f, "park{}", limited(*timed)),
            Self::Unpark { thread } => write!(f, "unpark {thread}"),
            Self::Interrupt { thread } => write!(f, "interrupt {thread}"),
            Self::Interrupted => f.write_str("check interrupt"),
            Self::Sleep => f.write_str("sleep"),
            Self::Yield => f.write_str("yield"),
            Self::ClassInit { class } => write!(f, "initialise class {class}"),
            Self::LatchAwait { latch } => write!(f, "await latch {latch}"),
            Self::LatchCountDown { latch } => write!(f, "count down latch {latch}"),
            Self::SemaphoreAcquire { semaphore, permits } => write!(f, "acquire {permits} of semaphore {semaphore}"),
            Self::SemaphoreRelease { semaphore, permits } => write!(f, "release {permits} to semaphore {semaphore}"),
            Self::Choose { options, chosen } => write!(f, "choose of {options}{}", Known(": ", chosen)),
            Self::Throw { exception } => write!(f, "uncaught exception {exception}"),
            Self::Mark(mark) => mark.fmt(f),
        }
    }
}

fn again(reentrant: bool) -> &'static str {
    if reentrant { " again" } else { "" }
}

fn limited(timed: bool) -> &'static str {
    if timed { " with a time limit" } else { "" }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{} {} {} at {}", self.seq, self.thread, self.kind, self.site)
    }
}

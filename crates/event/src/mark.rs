//! What an observer should know beside operations: what the guest says about itself, and what the machine does.

use crate::{ObjectId, SyncId};

/// A note. Marks are events only: no thread stops for one, and none counts as a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// Begins an initialiser that runs once.
    InitBegin(SyncId),
    /// Ends it.
    InitEnd(SyncId),
    /// Garbage is about to be freed: [`Context::survives`](crate::Context::survives) tells what stays. The ids of all other
    /// objects may come again, as names of new ones.
    Collect,
}

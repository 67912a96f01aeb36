//! Warnings: errors that may exist in some schedule, as values.

use std::fmt;

use deadheat_event::{ErrorKind, Location, LockMode, SiteId, SourcePos, SyncId, ThreadId};
use serde::{Deserialize, Serialize};

/// Something that may go wrong in some schedule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Warning {
    /// What.
    pub error: PossibleError,
    /// How often it was seen: the same error at the same places.
    pub count: u64,
    /// The threads that a search for it needs: those that take part, and all that they depend on (see
    /// [`dependency`](crate::dependency)). Empty when that was not looked at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub window: Vec<ThreadId>,
    /// The suppression that hides it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suppressed_by: Option<String>,
}

/// The kinds of errors, each with what is known of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[expect(clippy::large_enum_variant, reason = "there are few of them, and each is in a list")]
pub enum PossibleError {
    /// Two threads at the same location in memory at once.
    Race(Race),
    /// Threads that wait for each other's locks.
    Deadlock(Deadlock),
    /// A block that is not one indivisible operation.
    Atomicity(Atomicity),
}

/// A thread, as a report shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ThreadName {
    /// Its id in the run.
    pub id: ThreadId,
    /// Its name.
    pub name: String,
    /// The thread that started it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_by: Option<ThreadId>,
    /// Where it was started, innermost call first; empty for the first thread.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub started_at: Vec<SourcePos>,
}

/// A lock, as a report shows it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LockName {
    /// Its id in the run.
    pub id: SyncId,
    /// In the program's terms: the field that holds it, or where it was made, or its type.
    pub name: String,
}

/// One of the two accesses of a race.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AccessPoint {
    /// The thread.
    pub thread: ThreadName,
    /// Whether it writes.
    pub writes: bool,
    /// Where in the program's code: the access, or the program's call into the library that makes it.
    pub place: SourcePos,
    /// The position in the code.
    pub site: SiteId,
    /// The number of the event in its run.
    pub seq: u64,
    /// The number of the step that the event belongs to.
    #[serde(default)]
    pub step: u64,
    /// The stack, innermost call first.
    pub stack: Vec<SourcePos>,
    /// The locks that the thread held.
    pub locks: Vec<(LockName, LockMode)>,
}

/// Two accesses that may be a dead heat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Race {
    /// What both touch: `Account.balance`, `SortArray.data[]`, or the type of a shared collection.
    pub target: String,
    /// The memory location in the run.
    pub location: Location,
    /// The earlier access.
    pub first: AccessPoint,
    /// The later one.
    pub second: AccessPoint,
    /// Whether the lock sets predicted it.
    pub predicted: bool,
    /// Whether nothing at all ordered the two in the run itself; `None` when that was not looked at.
    pub happened: Option<bool>,
}

/// One thread's part in a cycle of locks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CycleEdge {
    /// The thread.
    pub thread: ThreadName,
    /// The lock that it holds and the next thread of the cycle wants.
    pub holds: LockName,
    /// How it holds it.
    pub held_mode: LockMode,
    /// Where it took it, innermost call first.
    pub held_at: Vec<SourcePos>,
    /// The lock that it wants and another thread of the cycle holds.
    pub wants: LockName,
    /// How it wants it.
    pub wanted_mode: LockMode,
    /// Where it takes it, innermost call first.
    pub wanted_at: Vec<SourcePos>,
    /// Where in the program's code it would be stuck.
    pub place: SourcePos,
    /// The position in the code.
    pub site: SiteId,
    /// The number of the event in its run.
    pub seq: u64,
    /// The number of the step that the event belongs to.
    #[serde(default)]
    pub step: u64,
}

/// Locks taken in a circle by different threads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Deadlock {
    /// Each thread waits for the lock that the next one holds; the last for the first one's.
    pub cycle: Vec<CycleEdge>,
}

/// A block that should be atomic and is not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Atomicity {
    /// The thread.
    pub thread: ThreadName,
    /// The function that is the block, or that contains it: `Directory.move`.
    pub block: String,
    /// Where the block begins.
    pub begins: SourcePos,
    /// The position in the code that begins it.
    pub begins_site: SiteId,
    /// The operation after which the block can no longer be moved to later.
    pub commit: Operation,
    /// The operation that would have had to come before that.
    pub broken_by: Operation,
    /// A thread whose operations can come between, and where.
    pub intruder: ThreadName,
    /// An access of the block before the intrusion and one after it, that the intruder's accesses conflict with.
    pub conflict: Conflict,
}

/// What makes a block not serialisable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Conflict {
    /// An access of the block.
    pub before: Operation,
    /// The memory location of it.
    pub before_at: Location,
    /// A later access of the block.
    pub after: Operation,
    /// The memory location of it.
    pub after_at: Location,
}

/// An operation, as a report shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Operation {
    /// What.
    #[serde(flatten)]
    pub act: BlockAct,
    /// Where in the program's code.
    pub place: SourcePos,
    /// The position in the code.
    pub site: SiteId,
    /// The number of the event in its run.
    pub seq: u64,
    /// The number of the step that the event belongs to.
    #[serde(default)]
    pub step: u64,
}

/// What an operation of a block does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case")]
pub enum BlockAct {
    /// Reads memory.
    Reads {
        /// By name.
        target: String,
    },
    /// Writes memory.
    Writes {
        /// By name.
        target: String,
    },
    /// Takes a lock.
    Takes {
        /// By name.
        lock: String,
    },
    /// Gives a lock back.
    GivesBack {
        /// By name.
        lock: String,
    },
    /// Talks to another thread in another way.
    Signals,
}

impl PossibleError {
    /// Its kind: race, deadlock or atomicity.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Race(_) => ErrorKind::Race,
            Self::Deadlock(_) => ErrorKind::Deadlock,
            Self::Atomicity(_) => ErrorKind::Atomicity,
        }
    }

    /// Whether a person would call both the same error: same kind, same names, same places, whichever the threads.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.kind() == other.kind() && self.identity() == other.identity()
    }

    fn identity(&self) -> Vec<(&str, &SourcePos)> {
        let mut identity: Vec<(&str, &SourcePos)> = match self {
            Self::Race(race) => vec![(&race.target, &race.first.place), (&race.target, &race.second.place)],
            Self::Deadlock(deadlock) => deadlock.cycle.iter().map(|edge| (&*edge.wants.name, &edge.place)).collect(),
            Self::Atomicity(atomicity) => vec![(&atomicity.block, &atomicity.broken_by.place)],
        };
        identity.sort();
        identity
    }

    /// The places in the program's code that the error is about.
    #[must_use]
    pub fn places(&self) -> Vec<&SourcePos> {
        match self {
            Self::Race(race) => vec![&race.first.place, &race.second.place],
            Self::Deadlock(deadlock) => deadlock.cycle.iter().map(|edge| &edge.place).collect(),
            Self::Atomicity(atomicity) => vec![&atomicity.begins, &atomicity.broken_by.place],
        }
    }

    /// The threads that take part.
    #[must_use]
    pub fn threads(&self) -> Vec<ThreadId> {
        match self {
            Self::Race(race) => vec![race.first.thread.id, race.second.thread.id],
            Self::Deadlock(deadlock) => deadlock.cycle.iter().map(|edge| edge.thread.id).collect(),
            Self::Atomicity(atomicity) => vec![atomicity.thread.id, atomicity.intruder.id],
        }
    }
}

impl fmt::Display for ThreadName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} \"{}\"", self.id, self.name)
    }
}

impl fmt::Display for LockName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

//! Names for threads, objects, fields, locks and positions in code.
//!
//! All are small integers that a machine gives out deterministically: the same thing has the same name on every path that
//! treats it alike, which is what lets states and warnings from different paths be compared. They mean something only to
//! machines that share them; what is written to files names things by [`Context`](crate::Context)'s texts.

use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

/// A thread of the guest. `T0` is the thread in which the program starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ThreadId(pub u32);

/// An object of the guest: a search-global name, not an address. What an object is depends on the guest: an object or array of
/// Java, an allocation or a global variable of a native program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ObjectId(pub u32);

/// A field, as declared: one name for all objects that have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FieldId(pub u32);

/// Something that threads synchronise on: a lock, a condition, a latch, a semaphore, an initialiser that runs once. Named by the
/// object that it belongs to and by which of that object's it is: a Java object can have a monitor and be a lock of the library's
/// as well, and a C structure can hold several mutexes, told apart by their offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SyncId {
    /// The object.
    pub object: ObjectId,
    /// Which one of the object's; the guest numbers them, the usual one is 0.
    #[serde(default)]
    pub part: u32,
}

impl SyncId {
    /// Stands for all of an object's, where an operation is about no single one: it depends on what is done to any.
    pub const ALL: u32 = u32::MAX;

    /// The usual one of an object.
    #[must_use]
    #[inline]
    pub const fn of(object: ObjectId) -> Self {
        Self { object, part: 0 }
    }

    /// Whether what is done to one can be noticed by what is done to the other.
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        self.object == other.object && (self.part == other.part || self.part == Self::ALL || other.part == Self::ALL)
    }
}

/// One word: tables of locks are asked at every lock operation.
impl Hash for SyncId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(u64::from(self.part) << 32 | u64::from(self.object.0));
    }
}

/// A position in the guest's code. Only the machine that made it can say more about it, through
/// [`Context::source`](crate::Context::source) and [`Context::owner`](crate::Context::owner).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SiteId(pub u64);

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "T{}", self.0)
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{:x}", self.0)
    }
}

impl fmt::Display for FieldId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "f{}", self.0)
    }
}

impl fmt::Display for SyncId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.part {
            0 => self.object.fmt(f),
            part => write!(f, "{}/{part}", self.object),
        }
    }
}

impl fmt::Display for SiteId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s{:x}", self.0)
    }
}

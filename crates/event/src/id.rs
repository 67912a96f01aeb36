//! Names for threads, objects, fields and positions in code.
//!
//! All are small integers that a machine gives out deterministically: the same thing has the same name on every path that
//! treats it alike, which is what lets states and warnings from different paths be compared.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A thread of the guest. `T0` is the thread that runs `main`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ThreadId(pub u32);

/// An object of the guest: a search-global name, not an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ObjectId(pub u32);

/// A field, as declared: one name for all objects that have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FieldId(pub u32);

/// A lock: an object's monitor or a library lock, named by the object that holds its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LockId(pub ObjectId);

/// A position in the guest's code: method number in the upper half, instruction index in the lower. Only the machine that
/// made it can say more about it, through [`Context::source`](crate::Context::source).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SiteId(pub u64);

impl SiteId {
    /// The site of instruction `index` in method number `method`.
    #[must_use]
    pub const fn new(method: u32, index: u32) -> Self {
        Self(((method as u64) << 32) | index as u64)
    }

    /// The number of the method that the site is in.
    #[must_use]
    pub const fn method(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// The index of the instruction within its method.
    #[must_use]
    pub const fn index(self) -> u32 {
        self.0 as u32
    }
}

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

impl fmt::Display for LockId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for SiteId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "m{}:{}", self.method(), self.index())
    }
}

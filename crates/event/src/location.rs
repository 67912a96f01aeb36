//! Places in memory that threads can share.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{FieldId, ObjectId};

/// A place in memory: what a data race is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Location {
    /// A field of one object.
    Field {
        /// The object.
        object: ObjectId,
        /// Its field.
        field: FieldId,
    },
    /// A static field.
    Static {
        /// The field.
        field: FieldId,
    },
    /// An element of an array.
    Element {
        /// The array.
        array: ObjectId,
        /// The element's index.
        index: u32,
    },
}

/// How an access is ordered with others. Volatile and atomic accesses never race with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum AccessKind {
    /// An ordinary access: orders nothing.
    Plain,
    /// An access to a volatile variable.
    Volatile,
    /// An access by an atomic operation (atomics, `VarHandle` in a mode stronger than plain).
    Atomic,
}

impl Location {
    /// The object, or array, that the place is a part of.
    #[must_use]
    pub const fn object(self) -> Option<ObjectId> {
        match self {
            Self::Field { object, .. } | Self::Element { array: object, .. } => Some(object),
            Self::Static { .. } => None,
        }
    }
}

impl AccessKind {
    /// Whether the access itself is synchronisation: DESIGN's *protected*.
    #[must_use]
    pub const fn is_protected(self) -> bool {
        !matches!(self, Self::Plain)
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field { object, field } => write!(f, "{object}.{field}"),
            Self::Static { field } => write!(f, "static {field}"),
            Self::Element { array, index } => write!(f, "{array}[{index}]"),
        }
    }
}

impl fmt::Display for AccessKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Plain => "plain",
            Self::Volatile => "volatile",
            Self::Atomic => "atomic",
        })
    }
}

//! Locations in memory that threads can share, and how accesses to them are ordered.

use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use crate::{FieldId, ObjectId};

/// A location in memory: what a data race is about.
///
/// The first three kinds are for guests whose memory is made of variables: two locations are either the same or have nothing in
/// common. [`Bytes`](Self::Bytes) is for guests whose memory is made of bytes; two stretches can overlap without being equal, so
/// conflicts are decided by [`overlaps`](Self::overlaps), and tables are kept by [`cells`](Self::cells).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Location {
    /// A field of one object.
    Field {
        /// The object.
        object: ObjectId,
        /// Its field.
        field: FieldId,
    },
    /// A variable that exists once: a static field, a global.
    #[serde(alias = "Static")]
    Global {
        /// The variable.
        field: FieldId,
    },
    /// An element of an array.
    Element {
        /// The array.
        array: ObjectId,
        /// The element's index.
        index: u32,
    },
    /// A stretch of an object's bytes.
    Bytes {
        /// The allocation, or the global variable.
        object: ObjectId,
        /// Where in it.
        offset: u32,
        /// How many bytes; at least 1 and at most [`Location::MOST_BYTES`]. A guest shows a longer access as several.
        length: u32,
    },
}

/// How an access is ordered with others. What is not plain never races with its like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum AccessKind {
    /// An ordinary access: orders nothing.
    Plain,
    /// An access to a variable that is declared such that every access to it synchronises: a volatile field of Java.
    Synchronised,
    /// An atomic access to a variable that can be accessed plainly, too.
    Atomic,
}

/// An access to shared memory, whatever operation makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The location.
    pub location: Location,
    /// How it is ordered.
    pub kind: AccessKind,
    /// Whether it writes.
    pub writes: bool,
}

impl Location {
    /// So many bytes are touched by one access, at most: what looks at memory cell by cell reckons with it.
    pub const MOST_BYTES: u32 = 1 << 16;

    /// Whether the length of a stretch of bytes is within its limits.
    #[must_use]
    pub const fn is_valid(self) -> bool {
        match self {
            Self::Bytes { offset, length, .. } => {
                length >= 1 && length <= Self::MOST_BYTES && offset.checked_add(length - 1).is_some()
            }
            _ => true,
        }
    }

    /// The object, or array, that the location is a part of.
    #[must_use]
    #[inline]
    pub const fn object(self) -> Option<ObjectId> {
        match self {
            Self::Field { object, .. } | Self::Element { array: object, .. } | Self::Bytes { object, .. } => {
                Some(object)
            }
            Self::Global { .. } => None,
        }
    }

    /// The declared variable that the location is; none for elements and bytes, which have no declaration of their own.
    #[must_use]
    #[inline]
    pub const fn field(self) -> Option<FieldId> {
        match self {
            Self::Field { field, .. } | Self::Global { field } => Some(field),
            Self::Element { .. } | Self::Bytes { .. } => None,
        }
    }

    /// Whether the two have memory in common.
    #[must_use]
    #[inline]
    pub fn overlaps(self, other: Self) -> bool {
        match (self, other) {
            (
                Self::Bytes { object, offset, length },
                Self::Bytes { object: theirs, offset: their_offset, length: their_length },
            ) => {
                object == theirs
                    && u64::from(offset) < u64::from(their_offset) + u64::from(their_length)
                    && u64::from(their_offset) < u64::from(offset) + u64::from(length)
            }
            _ => self == other,
        }
    }

    /// The memory that it has in common with one that it overlaps.
    #[must_use]
    pub fn common(self, other: Self) -> Self {
        match (self, other) {
            (
                Self::Bytes { object, offset, length },
                Self::Bytes { object: theirs, offset: their_offset, length: their_length },
            ) if object == theirs => {
                let begin = offset.max(their_offset);
                let end = offset.saturating_add(length).min(their_offset.saturating_add(their_length));
                Self::Bytes { object, offset: begin, length: end.saturating_sub(begin).max(1) }
            }
            _ => self,
        }
    }

    /// The smallest locations that it consists of: itself, or its single bytes. Locations overlap exactly if they have a cell in
    /// common, so tables of memory are kept by cell.
    #[inline]
    pub fn cells(self) -> impl Iterator<Item = Self> {
        let count = if let Self::Bytes { length, .. } = self { length } else { 1 };
        (0..count).map(move |at| match self {
            Self::Bytes { object, offset, .. } => Self::Bytes { object, offset: offset.wrapping_add(at), length: 1 },
            whole => whole,
        })
    }
}

/// Two words in place of a tag and each number by itself: tables of memory are asked at every access.
impl Hash for Location {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (tag, high, low) = match *self {
            Self::Field { object, field } => (0, object.0, field.0),
            Self::Global { field } => (1, 0, field.0),
            Self::Element { array, index } => (2, array.0, index),
            Self::Bytes { object, offset, length } => (3 + u64::from(length), object.0, offset),
        };
        state.write_u64(u64::from(high) << 32 | u64::from(low));
        state.write_u64(tag);
    }
}

impl AccessKind {
    /// Whether the access itself is synchronisation: the design's *protected*.
    #[must_use]
    #[inline]
    pub const fn is_protected(self) -> bool {
        !matches!(self, Self::Plain)
    }
}

impl Access {
    /// Whether the two, by different threads, must not happen at the same moment: they touch the same memory, at least one writes,
    /// and at least one is not protected.
    #[must_use]
    #[inline]
    pub fn races_with(&self, other: &Self) -> bool {
        (self.writes || other.writes)
            && !(self.kind.is_protected() && other.kind.is_protected())
            && self.location.overlaps(other.location)
    }

    /// Whether their order matters: they touch the same memory, and at least one writes.
    #[must_use]
    #[inline]
    pub fn conflicts_with(&self, other: &Self) -> bool {
        (self.writes || other.writes) && self.location.overlaps(other.location)
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field { object, field } => write!(f, "{object}.{field}"),
            Self::Global { field } => write!(f, "global {field}"),
            Self::Element { array, index } => write!(f, "{array}[{index}]"),
            Self::Bytes { object, offset, length } => {
                write!(f, "{object}+{offset}..{}", u64::from(*offset) + u64::from(*length))
            }
        }
    }
}

impl fmt::Display for AccessKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Plain => "plain",
            Self::Synchronised => "synchronised",
            Self::Atomic => "atomic",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(offset: u32, length: u32) -> Location {
        Location::Bytes { object: ObjectId(1), offset, length }
    }

    #[test]
    fn stretches_overlap_where_they_share_a_cell() {
        for (a, b) in [(bytes(0, 4), bytes(3, 1)), (bytes(0, 4), bytes(4, 4)), (bytes(2, 2), bytes(0, 8))] {
            let shares = a.cells().any(|cell| b.cells().any(|other| cell == other));
            assert_eq!(a.overlaps(b), shares, "{a} and {b}");
            assert_eq!(b.overlaps(a), shares, "{b} and {a}");
        }
        assert!(bytes(u32::MAX - 1, 1).overlaps(bytes(u32::MAX - 1, 1)));
    }

    #[test]
    fn variables_are_the_same_or_have_nothing_in_common() {
        let element = |index| Location::Element { array: ObjectId(1), index };
        assert!(element(3).overlaps(element(3)) && !element(3).overlaps(element(4)));
        assert!(!element(3).overlaps(bytes(3, 1)));
        assert_eq!(element(3).cells().collect::<Vec<_>>(), [element(3)]);
    }
}

//! Values that threads read and write.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ObjectId;

/// A value of the guest. Floating-point values are kept as their bits, so that equality is identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Value {
    /// An integer of up to 32 bits.
    Int(i32),
    /// An integer of 64 bits.
    Long(i64),
    /// The bits of a floating-point number of 32 bits.
    Float(u32),
    /// The bits of a floating-point number of 64 bits.
    Double(u64),
    /// A reference to an object, or to none.
    Ref(Option<ObjectId>),
}

impl From<i32> for Value {
    fn from(v: i32) -> Self {
        Self::Int(v)
    }
}

impl From<i64> for Value {
    fn from(v: i64) -> Self {
        Self::Long(v)
    }
}

impl From<f32> for Value {
    fn from(v: f32) -> Self {
        Self::Float(v.to_bits())
    }
}

impl From<f64> for Value {
    fn from(v: f64) -> Self {
        Self::Double(v.to_bits())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Int(v) => write!(f, "{v}"),
            Self::Long(v) => write!(f, "{v}"),
            Self::Float(bits) => write!(f, "{:?}", f32::from_bits(bits)),
            Self::Double(bits) => write!(f, "{:?}", f64::from_bits(bits)),
            Self::Ref(Some(object)) => write!(f, "{object}"),
            Self::Ref(None) => f.write_str("null"),
        }
    }
}

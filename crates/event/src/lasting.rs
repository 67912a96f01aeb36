//! Names that mean the same in every process.
//!
//! [Ids](crate::ids) are numbers that machines hand out in the order in which they explore; they hold only among machines that share them. What an
//! id was handed out *for* does not depend on any order: a thread is the second one that its parent starts, an object the third that a
//! thread makes. A lasting name is a hash of that. What is sent from one process to another names things so.

use serde::{Deserialize, Serialize};

use crate::{FieldId, ObjectId, ThreadId};

/// A name that means the same in every process that runs the same guest. Within one process it is a function of the id alone, not of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LastingName(pub u64, pub u64);

impl LastingName {
    /// The name of a part of what has this name.
    #[must_use]
    pub fn part(self, number: u64) -> Self {
        Self(mix(self.0 ^ number), mix(self.1.rotate_left(17) ^ !number))
    }
}

/// A bijection in which every bit depends on all (the finaliser of SplitMix64: Steele, Lea, Flood, OOPSLA 2014).
fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// What has a lasting name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Nameable {
    /// A thread.
    Thread(ThreadId),
    /// An object.
    Object(ObjectId),
    /// A field.
    Field(FieldId),
}

#[cfg(test)]
mod tests {
    use super::LastingName;

    #[test]
    fn parts_have_names_of_their_own() {
        let (one, other) = (LastingName(1, 2), LastingName(2, 1));
        let mut names: Vec<LastingName> =
            [one, other].into_iter().flat_map(|name| (0..9).map(move |n| name.part(n))).collect();
        names.extend([one, other, one.part(1).part(2), one.part(2).part(1)]);
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}

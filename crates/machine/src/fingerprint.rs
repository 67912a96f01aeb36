//! Names for states.

use std::fmt;

/// A 128-bit hash of a machine's state: equal for equal states, however they were reached. Two different states have the
/// same fingerprint with a probability that can be neglected: below 10⁻²⁰ for a thousand million states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub u128);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

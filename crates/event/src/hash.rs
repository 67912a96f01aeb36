//! FNV-1a: the one hash whose values are written into files, so they must be the same for ever and on every machine.

use std::fmt;

/// FNV-1a with 64 bits (Fowler, Noll, Vo). Not for hash tables, and no protection against a forger.
///
/// ```
/// use deadheat_event::hash::Fnv64;
///
/// assert_eq!(Fnv64::of(b"foobar"), 0x8594_4171_f739_67e8);
/// let mut hash = Fnv64::default();
/// hash.write(b"foo");
/// hash.write(b"bar");
/// assert_eq!(hash.to_string(), "85944171f73967e8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fnv64(u64);

impl Fnv64 {
    /// The hash of these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> u64 {
        let mut hash = Self::default();
        hash.write(bytes);
        hash.value()
    }

    /// Goes on with these bytes.
    pub fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3));
    }

    /// The hash of all bytes so far.
    #[must_use]
    pub fn value(self) -> u64 {
        self.0
    }
}

impl Default for Fnv64 {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

/// Sixteen hexadecimal digits.
impl fmt::Display for Fnv64 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Fnv64;

    /// From the test vectors of the function's authors.
    #[test]
    fn known_values() {
        for (text, expected) in
            [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)]
        {
            assert_eq!(Fnv64::of(text.as_bytes()), expected, "{text}");
        }
    }
}

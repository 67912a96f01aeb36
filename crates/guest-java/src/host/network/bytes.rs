//! Bytes on their way: a queue whose hash costs as much as its changes, however much is in it.

use std::collections::VecDeque;
use std::hash::{Hash, Hasher};

/// The hash is a polynomial of this base over the bytes, first byte first, modulo 2^64. Odd, so that it has an inverse.
const BASE: u64 = 0x9E37_79B9_7F4A_7C15;
const INVERSE: u64 = inverse(BASE);

/// Bytes that were written and not yet read.
#[derive(Clone, Debug)]
pub(super) struct Bytes {
    queue: VecDeque<u8>,
    hash: u64,
    /// What the next byte counts for: the base to the power of the length.
    weight: u64,
}

impl Default for Bytes {
    fn default() -> Bytes {
        Bytes { queue: VecDeque::new(), hash: 0, weight: 1 }
    }
}

impl Bytes {
    pub fn len(&self) -> usize {
        self.queue.len()
    }

    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    pub fn push(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.hash = self.hash.wrapping_add((u64::from(*byte) + 1).wrapping_mul(self.weight));
            self.weight = self.weight.wrapping_mul(BASE);
        }
        self.queue.extend(bytes);
    }

    /// Takes as many as there are and fit.
    pub fn pull(&mut self, into: &mut [u8]) -> usize {
        let n = self.queue.len().min(into.len());
        for (place, byte) in into.iter_mut().zip(self.queue.drain(..n)) {
            self.hash = self.hash.wrapping_sub(u64::from(byte) + 1).wrapping_mul(INVERSE);
            self.weight = self.weight.wrapping_mul(INVERSE);
            *place = byte;
        }
        n
    }
}

impl Hash for Bytes {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.queue.len());
        state.write_u64(self.hash);
    }
}

/// The inverse of an odd number modulo 2^64, by Newton's iteration: each round doubles the bits that are right.
const fn inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    let mut round = 0;
    while round < 6 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
        round += 1;
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_that_of_the_content() {
        assert_eq!(BASE.wrapping_mul(INVERSE), 1);
        let mut passed = Bytes::default();
        passed.push(b"gone, and ");
        passed.push(b"here");
        assert_eq!(passed.pull(&mut [0; 10]), 10);
        let mut fresh = Bytes::default();
        fresh.push(b"here");
        assert_eq!((passed.hash, passed.weight), (fresh.hash, fresh.weight));
        let mut rest = [0; 10];
        assert_eq!(passed.pull(&mut rest), 4);
        assert_eq!((&rest[..4], passed.hash, passed.weight), (&b"here"[..], 0, 1));
    }
}

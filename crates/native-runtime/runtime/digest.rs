//! Names for states.
//!
//! A state is what its threads have done and seen, and what shared memory holds. Each thread carries a hash of its own operations, with the
//! values that it read and how its attempts ended: what it will do depends on nothing else. Memory carries a sum over the bytes
//! that were visibly written. Two schedules that lead to the same state by these have the same name, whatever the order of what
//! does not depend on each other. States that the names tell apart may still be the same: a loop that only reads never comes back to itself.

/// 128 bits, as two halves that are mixed in different ways.
pub type Digest = [u64; 2];

#[inline(always)]
const fn scramble(word: u64, by: u64) -> u64 {
    let product = (word ^ by) as u128 * 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835_u128;
    (product as u64) ^ ((product >> 64) as u64).rotate_left(23)
}

/// Adds a word to a sequence.
#[inline(always)]
pub fn add(digest: &mut Digest, word: u64) {
    digest[0] = scramble(digest[0].rotate_left(29) ^ word, 0xa076_1d64_78bd_642f);
    digest[1] = scramble(digest[1].rotate_left(31).wrapping_add(word), 0xe703_7ed1_a0b4_28db);
}

/// The digest of two words.
#[inline(always)]
pub fn of(first: u64, second: u64) -> Digest {
    let mut digest = [first, !first];
    add(&mut digest, second);
    digest
}

/// Adds a member to a set.
#[inline(always)]
pub fn include(set: &mut Digest, member: Digest) {
    set[0] = set[0].wrapping_add(member[0]);
    set[1] = set[1].wrapping_add(member[1]);
}

/// Takes one out.
#[inline(always)]
pub fn exclude(set: &mut Digest, member: Digest) {
    set[0] = set[0].wrapping_sub(member[0]);
    set[1] = set[1].wrapping_sub(member[1]);
}

/// Includes, or excludes, the bytes of a stretch of memory.
///
/// # Safety
/// The memory can be read.
pub unsafe fn bytes(set: &mut Digest, address: usize, size: usize, change: fn(&mut Digest, Digest)) {
    for at in address..address + size {
        // SAFETY: the caller's promise.
        let byte = unsafe { (at as *const u8).read_volatile() };
        change(set, of(at as u64, byte.into()));
    }
}

//! The states that were visited, with their sleep sets.
//!
//! A state costs 24 bytes and a byte of the hash table's own, which is at least 7/16 full: less than 58 bytes at worst, 29 at
//! best. The set is cut into shards, each behind a lock of its own.
//!
//! **Sleep sets with state matching** (Godefroid, *Partial-Order Methods for the Verification of Concurrent Systems*, LNCS 1032, §5.2).
//! A sleep set names threads whose next step need not be explored from a state, because another path has explored it
//! and everything since was independent of it. A state that is met again with a sleep set that lacks some of the threads
//! stored with it is explored again, for those threads only, and the intersection is stored.
//!
//! The search visits every reachable state in whatever order, and on however many workers, the visits come. Let `w` be steps
//! possible from a state `s`, and `I(w)` those threads whose first step in `w` can be moved to its front. Claim: if `s` is
//! visited with a sleep set disjoint from `I(w)`, then the state after `w` is visited. By induction on the length of `w`: let `j` be the
//! first visit to `s` after which the stored set `S(j)` is disjoint from `I(w)`. Visit `j` explores what is in `S(j-1)` and not in its own set, so some of
//! `I(w)`; let `c` be the first of them in that visit, and `w = c·w'`. The sleep set handed on is the part of `S(j)` and of what
//! visit `j` explored before `c` that is independent of `c`. A thread of `I(w')` in it would be in `I(w)`, so neither in `S(j)` nor, as `c` is the
//! first, explored before. So the claim holds for `w'`. A search starts with the empty set, hence reaches everything.
//! Sleep sets therefore save steps and never states: the number of states is the same with and without them.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Mutex;

const SHARDS: usize = 64;

/// Fingerprints are hashes already.
#[derive(Default)]
struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte));
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = self.0.rotate_left(1) ^ word;
    }
    fn write_usize(&mut self, _: usize) {}
}

type Shard = HashMap<[u64; 2], u64, BuildHasherDefault<AsIs>>;

/// What a visit finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// The state was not seen before.
    New,
    /// It was, but these threads have not been explored from it; `sleep` is the set to go on with.
    Again {
        /// The threads to explore.
        wake: u64,
        /// The sleep set.
        sleep: u64,
    },
    /// There is nothing more to do here.
    Known,
}

/// A set of states that workers share.
pub struct Visited {
    shards: Vec<Mutex<Shard>>,
}

impl Visited {
    /// An empty set.
    pub fn new() -> Self {
        Self { shards: (0..SHARDS).map(|_| Mutex::default()).collect() }
    }

    /// Visits a state with a sleep set.
    pub fn visit(&self, state: u128, sleep: u64) -> Visit {
        use std::collections::hash_map::Entry;
        let mut shard = self.shard(state).lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match shard.entry(words(state)) {
            Entry::Vacant(entry) => {
                entry.insert(sleep);
                Visit::New
            }
            Entry::Occupied(mut entry) => {
                let stored = *entry.get();
                let wake = stored & !sleep;
                if wake == 0 {
                    return Visit::Known;
                }
                entry.insert(stored & sleep);
                Visit::Again { wake, sleep: stored & sleep }
            }
        }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let size = |shard: &Mutex<Shard>| {
            let capacity = shard.lock().unwrap_or_else(std::sync::PoisonError::into_inner).capacity();
            (capacity * 8 / 7).next_power_of_two() * (size_of::<([u64; 2], u64)>() + 1)
        };
        self.shards.iter().map(size).sum::<usize>() as u64
    }

    fn shard(&self, state: u128) -> &Mutex<Shard> {
        &self.shards[(state >> 122) as usize % SHARDS]
    }
}

fn words(state: u128) -> [u64; 2] {
    [state as u64, (state >> 64) as u64]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_new_once() {
        let visited = Visited::new();
        assert_eq!(visited.visit(7, 0), Visit::New);
        assert_eq!(visited.visit(7, 0b11), Visit::Known);
        assert_eq!(visited.visit(7 << 64, 0), Visit::New);
    }

    #[test]
    fn what_sleeps_no_longer_is_explored() {
        let visited = Visited::new();
        assert_eq!(visited.visit(7, 0b111), Visit::New);
        assert_eq!(visited.visit(7, 0b110), Visit::Again { wake: 0b001, sleep: 0b110 });
        assert_eq!(visited.visit(7, 0b101), Visit::Again { wake: 0b010, sleep: 0b100 });
        assert_eq!(visited.visit(7, 0b100), Visit::Known);
    }

    #[test]
    fn a_state_costs_less_than_64_bytes() {
        let visited = Visited::new();
        let mut state = 1u128;
        for n in 1..200_000u64 {
            state = state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(1);
            visited.visit(state, 0);
            if n > 20_000 && n % 1000 == 0 {
                assert!(visited.bytes() < 64 * n, "{} bytes for {n} states", visited.bytes());
            }
        }
    }
}

//! The states that were visited, with their sleep sets.
//!
//! A state costs 24 bytes in a table that is at least 2/5 full: less than 61 bytes at worst, 30 at best. The set is cut into shards, each behind a lock of its
//! own. A shard is one array in which a state is where its name says, or behind that (linear probing): most questions about states that are not in
//! the cache wait for memory once.
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
//! Sleep sets therefore save steps and never states: the number of states is the same with and without them, but for ends. A step that ends the guest
//! is independent of none, and is taken for independent all the same: nothing follows it, so what is lost are end states in which others had got further,
//! and no step on the way there. Where these count, nothing sleeps (see `eager.rs`).

use std::sync::{Mutex, MutexGuard, PoisonError};

const SHARDS: usize = 64;

/// Places of a shard that has states.
const FIRST_SIZE: usize = 16;

/// The states of a shard: the two halves of each name, and its sleep set. Where there is none, the name is 0.
#[derive(Default)]
struct Shard {
    /// As many as a power of two, or none. At most 4/5 are taken.
    places: Vec<[u64; 3]>,
    taken: usize,
}

impl Shard {
    /// Where a state is, or would be.
    fn place(&self, [low, high]: [u64; 2]) -> usize {
        let mask = self.places.len() - 1;
        // Names are hashes, but for those of small examples.
        let mut at = ((low.rotate_left(1) ^ high).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize;
        loop {
            at &= mask;
            let [its_low, its_high, _] = self.places[at];
            if (its_low, its_high) == (low, high) || (its_low, its_high) == (0, 0) {
                return at;
            }
            at += 1;
        }
    }

    /// Makes room for one more.
    fn make_room(&mut self) {
        if (self.taken + 1) * 5 <= self.places.len() * 4 {
            return;
        }
        let size = (2 * self.places.len()).max(FIRST_SIZE);
        let before = std::mem::replace(&mut self.places, vec![[0; 3]; size]);
        for [low, high, sleep] in before.into_iter().filter(|[low, high, _]| (*low, *high) != (0, 0)) {
            let at = self.place([low, high]);
            self.places[at] = [low, high, sleep];
        }
    }
}

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
    #[inline]
    pub fn visit(&self, state: u128, sleep: u64) -> Visit {
        let name = words(state);
        let mut shard = lock(self.shard(state));
        shard.make_room();
        let at = shard.place(name);
        let place = &mut shard.places[at];
        if (place[0], place[1]) == (0, 0) {
            *place = [name[0], name[1], sleep];
            shard.taken += 1;
            return Visit::New;
        }
        let stored = place[2];
        let wake = stored & !sleep;
        if wake == 0 {
            return Visit::Known;
        }
        place[2] = stored & sleep;
        Visit::Again { wake, sleep: stored & sleep }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.shards.iter().map(|shard| lock(shard).places.len() * size_of::<[u64; 3]>()).sum::<usize>() as u64
    }

    fn shard(&self, state: u128) -> &Mutex<Shard> {
        &self.shards[(state >> 122) as usize % SHARDS]
    }
}

fn lock(shard: &Mutex<Shard>) -> MutexGuard<'_, Shard> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The two halves of a name. The one that stands for no state is taken for another: no likelier to be a state's than that any two have one name.
#[inline]
fn words(state: u128) -> [u64; 2] {
    match state {
        0 => [0x4528_21E6_38D0_1377, 0xBE54_66CF_34E9_0C6C],
        _ => [state as u64, (state >> 64) as u64],
    }
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
        assert_eq!(visited.visit(0, 0), Visit::New);
        assert_eq!(visited.visit(0, 0), Visit::Known);
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

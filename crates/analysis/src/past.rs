//! The last accesses to a location that lock sets remember: at most [`DEPTH`], one for each thread, set of locks and kind of access.
//!
//! Each access that is looked at takes the place of its like, or of the oldest, and is the newest then. Where many locks guard a location in turns nearly
//! all accesses come to a full list without their like. So it is not searched: a *tag* of each access, a byte made of what makes it another's like, is
//! compared first, all of them at once, and a row of numbers says how old each is. Equal tags prove nothing, and what they find is compared; different tags mean
//! different accesses, because a tag is a function of what is compared. So it is the same list as one that is searched and kept in order.

use crate::access::AccessRecord;
use crate::shadow_table::push_tight;

/// How many accesses are remembered per location.
pub const DEPTH: usize = 16;

/// Accesses that are remembered.
#[derive(Debug, Default, PartialEq)]
pub struct Past {
    records: Vec<AccessRecord>,
    tags: Tags,
    ages: Ages,
    kinds: Kinds,
}

/// The kinds of accesses that there were: of those that are remembered all, and maybe of some that are not any more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Kinds(u8);

impl Kinds {
    const WRITES: u8 = 0b1100;
    const PLAIN: u8 = 0b1010;

    #[inline]
    fn of(record: &AccessRecord) -> Self {
        Self(1 << kind(record))
    }

    /// Whether one of them may conflict with an access: one writes, and one is plain.
    #[inline]
    fn may_conflict(self, now: &AccessRecord) -> bool {
        let conflicting =
            (if now.writes { 0b1111 } else { Self::WRITES }) & if now.plain { 0b1111 } else { Self::PLAIN };
        self.0 & conflicting != 0
    }
}

/// Where the newest record is, the next, and so on: four bits for each. The first `records.len()` mean something, the others are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Ages(u64);

impl Ages {
    /// The place of a record, by its age: 0 is the newest.
    #[inline]
    fn at(self, age: usize) -> usize {
        (self.0 >> (4 * age) & 0xf) as usize
    }

    /// The record of this age is the newest from here on.
    #[inline]
    fn renew(&mut self, age: usize) {
        let place = self.0 >> (4 * age) & 0xf;
        let younger = (1u64 << (4 * age)) - 1;
        self.0 = self.0 & !younger << 4 | (self.0 & younger) << 4 | place;
    }

    /// A new record at this place is the newest.
    #[inline]
    fn add(&mut self, place: usize) {
        self.0 = self.0 << 4 | place as u64;
    }
}

/// A byte for each record; the first `records.len()` mean something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tags([u8; DEPTH]);

impl Tags {
    /// The places that may have this tag: all that have it, and few others.
    #[inline]
    fn candidates(self, tag: u8) -> impl Iterator<Item = usize> {
        const ONES: u128 = u128::MAX / 0xff;
        // The high bit of each byte that is zero, and of some above one that is: a byte less one borrows from the next only where it is zero.
        let differences = u128::from_le_bytes(self.0) ^ u128::from_ne_bytes([tag; DEPTH]);
        let mut zeros = differences.wrapping_sub(ONES) & !differences & ONES << 7;
        std::iter::from_fn(move || {
            let first = (zeros != 0).then(|| zeros.trailing_zeros() as usize / 8)?;
            zeros &= zeros - 1;
            Some(first)
        })
    }

    #[inline]
    fn set(&mut self, at: usize, tag: u8) {
        self.0[at] = tag;
    }
}

/// How it touches.
#[inline]
fn kind(record: &AccessRecord) -> u32 {
    u32::from(record.writes) << 1 | u32::from(record.plain)
}

/// The same for accesses that are alike.
#[inline]
fn tag(record: &AccessRecord) -> u8 {
    let kind = kind(record);
    let held = record.held.mixed();
    ((held ^ record.thread.0 << 2 ^ kind).wrapping_mul(0x9e37_79b1) >> 24) as u8
}

/// Same thread, locks and kind.
#[inline]
fn is_like(past: &AccessRecord, now: &AccessRecord) -> bool {
    let is_same_kind = past.writes == now.writes && past.plain == now.plain;
    past.thread == now.thread && past.held == now.held && is_same_kind
}

impl Past {
    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The newest access.
    #[inline]
    pub fn newest(&self) -> Option<&AccessRecord> {
        self.records.get(self.ages.at(0))
    }

    /// The access of this age, if there are so many: 0 is the newest.
    #[inline]
    pub fn of_age(&self, age: usize) -> Option<&AccessRecord> {
        (age < self.records.len()).then(|| &self.records[self.ages.at(age)])
    }

    /// An access takes the place of its like, which is of this age.
    #[inline]
    pub fn renew(&mut self, age: usize, now: AccessRecord) {
        let at = self.ages.at(age);
        self.ages.renew(age);
        self.records[at] = now;
    }

    /// Whether one of the accesses may conflict with this one.
    #[inline]
    pub fn may_conflict(&self, now: &AccessRecord) -> bool {
        self.kinds.may_conflict(now)
    }

    /// All accesses, in any order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &AccessRecord> {
        self.records.iter()
    }

    /// The same, to be changed in what makes them no other's like.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut AccessRecord> {
        self.records.iter_mut()
    }

    /// All accesses, the newest first.
    pub fn newest_first(&self) -> impl Iterator<Item = &AccessRecord> + Clone {
        (0..self.records.len()).map(|age| &self.records[self.ages.at(age)])
    }

    /// Keeps the access in place of one that it makes superfluous, its like but earlier; or of the oldest of too many.
    #[inline]
    pub fn remember(&mut self, now: AccessRecord) {
        let (tag, length) = (tag(&now), self.records.len());
        for at in self.tags.candidates(tag) {
            if self.records.get(at).is_some_and(|past| is_like(past, &now)) {
                let age = (0..length).find(|age| self.ages.at(*age) == at).unwrap_or(0);
                return self.renew(age, now);
            }
        }
        let at = if length < DEPTH {
            self.ages.add(length);
            push_tight(&mut self.records, now);
            length
        } else {
            let oldest = self.ages.at(DEPTH - 1);
            self.ages.renew(DEPTH - 1);
            self.records[oldest] = now;
            oldest
        };
        self.tags.set(at, tag);
        self.kinds.0 |= Kinds::of(&now).0;
    }

    /// Becomes the same as another, in the memory that it has.
    pub fn copy(&mut self, other: &Self) {
        self.records.clone_from(&other.records);
        (self.tags, self.ages, self.kinds) = (other.tags, other.ages, other.kinds);
    }

    /// The memory that it takes beside itself.
    pub fn bytes(&self) -> usize {
        self.records.capacity() * size_of::<AccessRecord>()
    }
}

impl Clone for Past {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.copy(self);
        copy
    }
}

#[cfg(test)]
mod tests {
    use deadheat_event::{SiteId, ThreadId};
    use proptest::prelude::*;

    use super::*;
    use crate::clock::{ClockSlot, Epoch};
    use crate::lock_set::HeldSets;
    use crate::stack_table::StackId;

    /// The plain list: searched, and the newest last.
    fn remember(list: &mut Vec<AccessRecord>, now: AccessRecord) {
        let like = list.iter().position(|past| is_like(past, &now));
        if let Some(at) = like.or((list.len() == DEPTH).then_some(0)) {
            list.remove(at);
        }
        list.push(now);
    }

    proptest! {
        #[test]
        fn it_is_the_plain_list(accesses in prop::collection::vec((0u32..12, any::<bool>(), any::<bool>()), 1..120)) {
            let (mut past, mut list) = (Past::default(), Vec::new());
            for (seq, (thread, writes, plain)) in (1..).zip(accesses) {
                let (when, held) = (Epoch { slot: ClockSlot(0), time: 1 }, HeldSets::NOTHING);
                let (thread, site, stack, step) = (ThreadId(thread), SiteId(1), StackId::EMPTY, 0);
                let now = AccessRecord { thread, when, held, site, stack, seq, step, writes, plain };
                past.remember(now);
                remember(&mut list, now);
                prop_assert_eq!(past.newest(), list.last());
                prop_assert!(past.newest_first().eq(list.iter().rev()));
                let other = AccessRecord { thread: ThreadId(99), writes: seq % 2 == 0, plain: seq % 3 == 0, ..now };
                prop_assert!(past.may_conflict(&other) || !list.iter().any(|past| past.conflicts(&other)));
            }
        }
    }
}

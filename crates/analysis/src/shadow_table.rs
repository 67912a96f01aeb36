//! What an analysis keeps for each location of memory.
//!
//! Variables are kept by location. Bytes are kept by *stretches*: neighbouring bytes of one object of which the same is known. An access cuts the
//! stretches at its two ends, is looked at once for each stretch between, and afterwards stretches that have become equal are one again. That
//! is the same as to look at each byte by itself, because what is kept of a byte depends on nothing but the accesses that touched it; but an
//! `int` is one entry, not four, and so is a buffer that is copied as a whole.

use std::collections::BTreeMap;

use deadheat_event::{Location, ObjectId};
use rustc_hash::FxHashMap;

/// A table of memory.
#[derive(Debug)]
pub struct ShadowTable<V> {
    variables: FxHashMap<Location, V>,
    objects: FxHashMap<ObjectId, Stretches<V>>,
}

/// The stretches of an object, by where they begin; none overlaps another.
#[derive(Debug)]
struct Stretches<V> {
    by_start: BTreeMap<u64, Stretch<V>>,
}

#[derive(Debug)]
struct Stretch<V> {
    end: u64,
    value: V,
}

/// Adds to a list of which there are many and most are short: room for one, then for two, then as lists usually grow.
pub fn push_tight<T>(list: &mut Vec<T>, value: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len().max(1));
    }
    list.push(value);
}

impl<V> Default for ShadowTable<V> {
    fn default() -> Self {
        Self { variables: FxHashMap::default(), objects: FxHashMap::default() }
    }
}

impl<V> Default for Stretches<V> {
    fn default() -> Self {
        Self { by_start: BTreeMap::new() }
    }
}

impl<V: Clone + PartialEq> ShadowTable<V> {
    /// Looks at what is kept for a location, part by part; `fresh` is what is kept for one that was never looked at.
    #[inline]
    pub fn visit(&mut self, location: Location, fresh: impl Fn() -> V, mut act: impl FnMut(Location, &mut V)) {
        match location {
            Location::Bytes { object, offset, length } => {
                let stretches = self.objects.entry(object).or_default();
                stretches.visit(object, offset.into(), u64::from(offset) + u64::from(length), fresh, act);
            }
            _ => act(location, self.variables.entry(location).or_insert_with(fresh)),
        }
    }
}

impl<V> ShadowTable<V> {
    /// What is kept for a location, part by part.
    pub fn get(&self, location: Location) -> impl Iterator<Item = &V> {
        let (variable, object, from, to) = match location {
            Location::Bytes { object, offset, length } => {
                (None, self.objects.get(&object), offset.into(), u64::from(offset) + u64::from(length))
            }
            _ => (self.variables.get(&location), None, 0, 0),
        };
        variable.into_iter().chain(object.into_iter().flat_map(move |object| object.between(from, to)))
    }

    /// Whether anything is kept for it.
    pub fn knows(&self, location: Location) -> bool {
        self.get(location).next().is_some()
    }

    /// Forgets an object.
    pub fn forget(&mut self, object: ObjectId) {
        self.objects.remove(&object);
        self.variables.retain(|location, _| location.object() != Some(object));
    }

    /// Forgets all objects but those that stay.
    pub fn retain(&mut self, stays: &dyn Fn(ObjectId) -> bool) {
        self.objects.retain(|object, _| stays(*object));
        self.variables.retain(|location, _| location.object().is_none_or(stays));
    }

    /// How many locations are known, variables and bytes, and the memory that they take; `more` is what a value has besides itself.
    pub fn size(&self, more: impl Fn(&V) -> usize) -> (usize, usize) {
        // A node of a tree is about two thirds full.
        let entry = (size_of::<u64>() + size_of::<Stretch<V>>()) * 3 / 2;
        let mut locations = self.variables.len();
        let mut bytes = self.variables.capacity() * (size_of::<(Location, V)>() + 1);
        bytes += self.variables.values().map(&more).sum::<usize>();
        for (start, stretch) in self.objects.values().flat_map(|object| &object.by_start) {
            locations += (stretch.end - start) as usize;
            bytes += entry + more(&stretch.value);
        }
        (locations, bytes + self.objects.capacity() * (size_of::<(ObjectId, Stretches<V>)>() + 1))
    }
}

impl<V> Stretches<V> {
    /// The stretches that have bytes between the two.
    fn between(&self, from: u64, to: u64) -> impl Iterator<Item = &V> {
        let before = self.by_start.range(..from).next_back().filter(move |(_, stretch)| stretch.end > from);
        before.into_iter().chain(self.by_start.range(from..to)).map(|(_, stretch)| &stretch.value)
    }
}

impl<V: Clone + PartialEq> Stretches<V> {
    fn visit(
        &mut self,
        object: ObjectId,
        from: u64,
        to: u64,
        fresh: impl Fn() -> V,
        mut act: impl FnMut(Location, &mut V),
    ) {
        let part = |from: u64, to: u64| Location::Bytes { object, offset: from as u32, length: (to - from) as u32 };
        // Nearly always it is the same stretch as last time.
        if let Some(known) = self.by_start.get_mut(&from).filter(|known| known.end == to) {
            return act(part(from, to), &mut known.value);
        }
        self.cut(from);
        self.cut(to);
        let mut at = from;
        let mut count = 0;
        while at < to {
            let next = self.by_start.range_mut(at..to).next();
            let end = match next {
                Some((start, stretch)) if *start == at => {
                    act(part(at, stretch.end), &mut stretch.value);
                    stretch.end
                }
                other => {
                    let end = other.map_or(to, |(start, _)| *start);
                    let mut value = fresh();
                    act(part(at, end), &mut value);
                    self.by_start.insert(at, Stretch { end, value });
                    end
                }
            };
            at = end;
            count += 1;
        }
        if count > 1 {
            self.join(from, to);
        }
    }

    /// No stretch goes on over this place.
    fn cut(&mut self, at: u64) {
        let Some((_, stretch)) = self.by_start.range_mut(..at).next_back().filter(|(_, stretch)| stretch.end > at)
        else {
            return;
        };
        let rest = Stretch { end: stretch.end, value: stretch.value.clone() };
        stretch.end = at;
        self.by_start.insert(at, rest);
    }

    /// Makes equal neighbours one. All between the two belongs to a stretch.
    fn join(&mut self, from: u64, to: u64) {
        let mut at = from;
        while let Some(end) = self.by_start.get(&at).map(|stretch| stretch.end).filter(|end| *end < to) {
            let (here, next) = (self.by_start.get(&at), self.by_start.get(&end));
            let are_equal = here.zip(next).is_some_and(|(here, next)| here.value == next.value);
            if are_equal
                && let Some(gone) = self.by_start.remove(&end)
                && let Some(here) = self.by_start.get_mut(&at)
            {
                here.end = gone.end;
            } else {
                at = end;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::hash::BuildHasher as _;

    use rustc_hash::FxBuildHasher;

    use super::*;

    fn bytes(offset: u32, length: u32) -> Location {
        Location::Bytes { object: ObjectId(1), offset, length }
    }

    /// Numbers that are as random as a test needs.
    fn numbers() -> impl FnMut(u32) -> u32 {
        let mut state = 0u64;
        move |below| {
            state += 1;
            (FxBuildHasher.hash_one(state) >> 20) as u32 % below
        }
    }

    #[test]
    fn stretches_keep_what_single_bytes_would() {
        let mut number = numbers();
        let mut table: ShadowTable<Vec<u32>> = ShadowTable::default();
        let mut single: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for round in 0..2000 {
            let (offset, length) = (number(64), 1 + number(24));
            // Some accesses leave the same everywhere, as writes do; others add to what was there.
            let clears = number(3) == 0;
            let mut seen = Vec::new();
            table.visit(bytes(offset, length), Vec::new, |part, value| {
                if clears {
                    value.clear();
                }
                value.push(round % 7);
                value.truncate(4);
                seen.extend(part.cells());
            });
            assert_eq!(seen, bytes(offset, length).cells().collect::<Vec<_>>(), "each byte once");
            for at in offset..offset + length {
                let value = single.entry(at).or_default();
                if clears {
                    value.clear();
                }
                value.push(round % 7);
                value.truncate(4);
            }
            for at in 0..100 {
                assert_eq!(table.get(bytes(at, 1)).next(), single.get(&at), "byte {at} in round {round}");
            }
            assert_eq!(table.size(|_| 0).0, single.len());
        }
    }

    #[test]
    fn what_is_equal_is_one() {
        let mut table: ShadowTable<u32> = ShadowTable::default();
        (0..8).for_each(|at| table.visit(bytes(at * 4, 4), || 0, |_, value| *value = at));
        let mut parts = 0;
        table.visit(
            bytes(0, 32),
            || 0,
            |_, value| {
                *value = 9;
                parts += 1;
            },
        );
        assert_eq!(parts, 8);
        parts = 0;
        table.visit(bytes(0, 32), || 0, |_, _| parts += 1);
        assert_eq!((parts, table.get(bytes(30, 1)).next()), (1, Some(&9)));
        assert!(table.knows(bytes(31, 4)) && !table.knows(bytes(32, 4)));
        table.forget(ObjectId(1));
        assert!(!table.knows(bytes(0, 64)));
    }
}

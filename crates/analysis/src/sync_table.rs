//! A table by what threads synchronise on. The same few locks are taken again and again, so those asked for last are found without a look into a map.

use deadheat_event::{ObjectId, SyncId};
use rustc_hash::FxHashMap;

use crate::recent::Recent;

/// Something for each lock, condition, latch, semaphore or initialiser.
#[derive(Debug)]
pub struct SyncTable<V> {
    numbers: FxHashMap<SyncId, u32>,
    list: Vec<V>,
    free: Vec<u32>,
    /// Those asked for last.
    recent: Recent<SyncId, u32, { 1 << 9 }>,
}

impl<V> Default for SyncTable<V> {
    fn default() -> Self {
        Self { numbers: FxHashMap::default(), list: Vec::new(), free: Vec::new(), recent: Recent::default() }
    }
}

impl<V: Default> SyncTable<V> {
    /// What is kept for it, if anything is.
    #[inline]
    pub fn get(&mut self, sync: SyncId) -> Option<&mut V> {
        let number = self.number(sync)?;
        self.list.get_mut(number as usize)
    }

    /// The same, where nobody asks soon again.
    pub fn find(&self, sync: SyncId) -> Option<&V> {
        self.list.get(*self.numbers.get(&sync)? as usize)
    }

    /// What is kept for it, made if there is nothing.
    #[inline]
    pub fn entry(&mut self, sync: SyncId) -> &mut V {
        let number = self.number(sync).unwrap_or_else(|| self.add(sync));
        &mut self.list[number as usize]
    }

    #[inline]
    fn number(&mut self, sync: SyncId) -> Option<u32> {
        let hash = hash(sync);
        self.recent.get(hash, &sync).or_else(|| {
            let number = *self.numbers.get(&sync)?;
            self.recent.set(hash, sync, number);
            Some(number)
        })
    }

    #[cold]
    fn add(&mut self, sync: SyncId) -> u32 {
        let number = self.free.pop().unwrap_or_else(|| {
            self.list.push(V::default());
            self.list.len() as u32 - 1
        });
        self.numbers.insert(sync, number);
        number
    }

    /// Forgets all objects but those that stay.
    pub fn retain(&mut self, stays: &dyn Fn(ObjectId) -> bool) {
        let Self { numbers, list, free, recent } = self;
        recent.clear();
        numbers.retain(|sync, number| {
            let stays = stays(sync.object);
            if !stays {
                list[*number as usize] = V::default();
                free.push(*number);
            }
            stays
        });
    }
}

#[inline]
fn hash(sync: SyncId) -> u32 {
    (sync.object.0 ^ sync.part << 7).wrapping_mul(0x9e37_79b1) >> 16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_forgotten_begins_anew() {
        let mut table: SyncTable<u32> = SyncTable::default();
        let lock = |object| SyncId::of(ObjectId(object));
        for object in 0..2000 {
            *table.entry(lock(object)) = object;
        }
        *table.entry(SyncId { object: ObjectId(7), part: 1 }) = 1;
        table.retain(&|object| object.0 % 2 == 1);
        for object in 0..2000 {
            assert_eq!(table.get(lock(object)).copied(), (object % 2 == 1).then_some(object));
        }
        for object in 2000..4000 {
            assert_eq!(*table.entry(lock(object)), 0);
        }
        assert_eq!(table.get(SyncId { object: ObjectId(7), part: 1 }), Some(&mut 1));
    }
}

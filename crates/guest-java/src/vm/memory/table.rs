//! Append-only tables that all workers read without a lock.
//!
//! A number is published (in a quick instruction, in an object's header) only after the entry that it names, so a worker
//! that meets the number finds the entry, whichever worker added it. Entries are added under the registry's lock.

use std::ops::Index;
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

use memmap2::{MmapMut, MmapOptions};

/// Entries that fit: address space, not memory.
const CAPACITY: usize = 1 << 22;

struct Storage {
    _memory: MmapMut,
    len: AtomicUsize,
}

/// A table of things that live as long as the process.
pub struct Table<T: 'static> {
    slots: *const AtomicPtr<T>,
    storage: Arc<Storage>,
}

// SAFETY: the slots are atomics in memory that `storage` owns and keeps alive; the entries that they point to are `&'static T`, which may
// go to another thread because `T` is `Sync`.
unsafe impl<T: Sync> Send for Table<T> {}
// SAFETY: threads that share a table use its slots by atomic operations only, and get out of them `&'static T` of a `T` that is `Sync`.
unsafe impl<T: Sync> Sync for Table<T> {}

impl<T> Clone for Table<T> {
    /// The same table, not a copy of it.
    fn clone(&self) -> Self {
        Table { slots: self.slots, storage: self.storage.clone() }
    }
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        let memory = MmapOptions::new().len(CAPACITY * size_of::<usize>()).no_reserve_swap().map_anon();
        let mut memory = memory.expect("address space for a table");
        Table {
            slots: memory.as_mut_ptr().cast(),
            storage: Arc::new(Storage { _memory: memory, len: AtomicUsize::new(0) }),
        }
    }
}

impl<T> Table<T> {
    /// Number of entries.
    pub fn len(&self) -> usize {
        self.storage.len.load(Ordering::Acquire)
    }

    /// Adds an entry; its number is the length before. The caller holds the registry's lock.
    pub fn push(&self, entry: &'static T) {
        let at = self.len();
        assert!(at < CAPACITY, "more than {CAPACITY} classes, methods or fields");
        // SAFETY: `at` was just checked to be below CAPACITY, for which `default` has reserved memory; zeroed memory is a null `AtomicPtr`.
        unsafe { &*self.slots.add(at) }.store(std::ptr::from_ref(entry).cast_mut(), Ordering::Release);
        self.storage.len.store(at + 1, Ordering::Release);
    }

    /// The entry with this number.
    #[inline(always)]
    pub fn get(&self, at: usize) -> Option<&'static T> {
        if at >= CAPACITY {
            return None;
        }
        // SAFETY: `at` was just checked to be below CAPACITY, for which `default` has reserved memory; a slot is null, or has what `push` has
        // stored there: a `&'static T`.
        unsafe { (*self.slots.add(at)).load(Ordering::Acquire).as_ref() }
    }

    /// All entries.
    pub fn iter(&self) -> impl Iterator<Item = &'static T> + use<'_, T> {
        (0..self.len()).filter_map(|at| self.get(at))
    }
}

impl<T> Index<usize> for Table<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, at: usize) -> &T {
        self.get(at).expect("a number is published after its entry")
    }
}

//! Being told when memory may have changed.
//!
//! A page can be *watched*: its next change, by a write or because another state is restored, is a *hit*. The first write to a page since the last
//! state goes another way than the others, because the page is copied aside; so does the first one to a watched page, and the others cost
//! nothing. What was computed from memory can so be kept until a word changes that it was read from: the arena says which words that
//! were, too. A write that did not pass the barrier would be missing in the states that are kept.
//!
//! A hit may be a false alarm (the same value was written, or a word beside); a change without a hit cannot be.

use std::cell::{Cell, RefCell};

use super::{Arena, DIRTY, PAGES};

/// In a page's dirty byte: its next change is to be told to the thread whose record or stack it is …
pub const WATCHED_BY_OWNER: u8 = 2;
/// … or to others.
pub const WATCHED_BY_OTHERS: u8 = 4;

/// A watched page that may have changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Its number: see [`page_of`](super::page_of).
    pub page: u32,
    /// Who had watched it.
    pub watchers: u8,
}

/// What an arena knows of those who watch it.
pub(super) struct Watches {
    /// Watched pages that may have changed since somebody asked.
    hits: RefCell<Vec<Hit>>,
    /// All watches were lost.
    forgot: Cell<bool>,
    /// Whether it is noted which words are read.
    logging: Cell<bool>,
    reads: RefCell<Vec<u32>>,
}

impl Default for Watches {
    fn default() -> Self {
        let (hits, reads) = (RefCell::default(), RefCell::default());
        Self { hits, forgot: Cell::new(true), logging: Cell::new(false), reads }
    }
}

impl Arena {
    /// Makes the next change of a page a hit.
    #[inline]
    pub fn watch(&self, page: u32, watchers: u8) {
        debug_assert!(watchers & DIRTY == 0 && page < PAGES as u32);
        // SAFETY: the second mapping has a byte for each page of `u32` addresses. No reference to one is ever kept, and an arena is used by
        // one thread at a time.
        unsafe { *self.dirty.add(page as usize) |= watchers }
    }

    /// A page may change from now on: whoever watches it is told.
    #[inline(always)]
    pub(super) fn forget_page(&self, page: u32) {
        // SAFETY: as in `watch`.
        let byte = unsafe { &mut *self.dirty.add(page as usize) };
        if *byte & !DIRTY != 0 {
            self.watches.hits.borrow_mut().push(Hit { page, watchers: *byte & !DIRTY });
            *byte &= DIRTY;
        }
    }

    /// Whether there are hits, or watches were lost.
    #[inline]
    pub fn has_hits(&self) -> bool {
        !self.watches.hits.borrow().is_empty() || self.watches.forgot.get()
    }

    /// Appends the hits since the last call, in the order in which they came. `false` if all watches were lost: anything may have changed.
    pub fn take_hits(&self, into: &mut Vec<Hit>) -> bool {
        into.append(&mut self.watches.hits.borrow_mut());
        !self.watches.forgot.replace(false)
    }

    /// Memory is again what it was when the watches were set: those that were hit are set again, and the hits forgotten. `false` if all watches were lost.
    pub fn watch_again(&self) -> bool {
        if self.watches.forgot.get() {
            return false;
        }
        for hit in self.watches.hits.borrow_mut().drain(..) {
            self.watch(hit.page, hit.watchers);
        }
        true
    }

    /// Notes from now on which words are read; or does not. Answers what was done before.
    pub fn log_reads(&self, logging: bool) -> bool {
        self.watches.logging.replace(logging)
    }

    /// The addresses of the words read since the last call, put in place of what is in `into`.
    pub fn take_reads(&self, into: &mut Vec<u32>) {
        into.clear();
        into.append(&mut self.watches.reads.borrow_mut());
    }

    #[inline(always)]
    pub(super) fn log(&self, address: u32) {
        if self.watches.logging.get() {
            self.note_read(address);
        }
    }

    #[cold]
    #[inline(never)]
    fn note_read(&self, address: u32) {
        self.watches.reads.borrow_mut().push(address);
    }

    /// The same of so many words from an address on.
    pub(super) fn log_range(&self, address: u32, words: u32) {
        if self.watches.logging.get() {
            (address..address + words).for_each(|word| self.note_read(word));
        }
    }

    /// No page is watched any more, and all may have changed.
    pub(super) fn lose_watches(&self) {
        self.watches.forgot.set(true);
    }
}

#[cfg(test)]
mod tests {
    use super::super::page_of;
    use super::*;
    use crate::vm::memory::layout::HEAP;

    fn hits(arena: &Arena) -> Vec<u32> {
        let mut hits = Vec::new();
        arena.take_hits(&mut hits);
        hits.into_iter().map(|hit| hit.page).collect()
    }

    #[test]
    fn every_change_of_a_watched_page_is_a_hit() {
        let (at, page) = (HEAP, page_of(HEAP));
        let mut arena = Arena::new().unwrap();
        arena.set(at, 1);
        assert!(arena.has_hits(), "nothing is known at first");
        assert!(!arena.take_hits(&mut Vec::new()));
        let watch = |arena: &Arena| arena.watch(page, WATCHED_BY_OTHERS);
        watch(&arena);
        arena.set(at + 1, 2);
        arena.set(at + 1, 3);
        assert_eq!(hits(&arena), [page], "where no states are kept; once");
        arena.commit().unwrap();
        assert!(!arena.take_hits(&mut Vec::new()), "the first state loses all watches");

        watch(&arena);
        let first = arena.commit().unwrap();
        assert!(!arena.has_hits(), "a state changes nothing");
        arena.set(at, 4);
        assert_eq!(hits(&arena), [page]);
        watch(&arena);
        let second = arena.commit().unwrap();
        arena.restore(&first);
        assert_eq!(hits(&arena), [page], "by going back");
        watch(&arena);
        arena.restore(&second);
        assert_eq!(hits(&arena), [page], "by going over to another state");
        arena.set(at, 5);
        watch(&arena);
        arena.restore(&second);
        assert_eq!(hits(&arena), [page], "by undoing what belongs to no state");
        assert_eq!(arena.get(at), 4);
        arena.restore(&second);
        assert!(!arena.has_hits());
    }

    #[test]
    fn watches_can_be_set_again() {
        let (at, page) = (HEAP, page_of(HEAP));
        let mut arena = Arena::new().unwrap();
        let root = arena.commit().unwrap();
        assert!(!arena.watch_again(), "all were lost");
        hits(&arena);
        arena.watch(page, WATCHED_BY_OTHERS);
        arena.set(at, 1);
        arena.restore(&root);
        assert!(arena.watch_again() && !arena.has_hits());
        arena.set(at, 2);
        assert_eq!(hits(&arena), [page]);
    }

    #[test]
    fn what_was_gathered_for_a_hash_is_forgotten_with_the_next_write() {
        let at = HEAP;
        let mut arena = Arena::new().unwrap();
        arena.set(at, 1);
        let root = arena.commit().unwrap();
        arena.set(at, 2);
        let one = arena.hash();
        assert!(arena.is_gathered() && one == arena.hash());
        arena.set(at + 1, 3);
        assert!(!arena.is_gathered());
        let two = arena.hash();
        assert!(one != two);
        arena.restore(&root);
        assert_eq!((arena.get(at), arena.get(at + 1), arena.hash()), (1, 0, Some(root.hash())));
        arena.set(at, 2);
        assert_eq!(arena.hash(), one);
        let state = arena.commit().unwrap();
        assert_eq!((Some(state.hash()), arena.hash()), (one, one));
        arena.set(at, 1);
        assert_eq!(arena.hash(), Some(root.hash()), "the same words, on another way");
        arena.restore(&state);
        assert_eq!(arena.get(at), 2);
    }

    #[test]
    fn memory_that_is_given_back_is_a_hit() {
        let mut arena = Arena::new().unwrap();
        hits(&arena);
        let far = HEAP + (1 << 16);
        arena.set(far, 1);
        arena.watch(page_of(far), WATCHED_BY_OWNER);
        arena.clear(HEAP, 1 << 17);
        assert_eq!((arena.get(far), hits(&arena)), (0, vec![page_of(far)]));
    }

    #[test]
    fn the_words_that_are_read_are_noted() {
        let arena = Arena::new().unwrap();
        let mut reads = Vec::new();
        arena.get(HEAP);
        arena.log_reads(true);
        arena.get(HEAP + 1);
        arena.bytes::<8>(u64::from(HEAP + 2) * 8 + 4);
        arena.slice(HEAP + 5, 9);
        arena.peek(HEAP + 9);
        arena.log_reads(false);
        arena.take_reads(&mut reads);
        assert_eq!(reads, [1, 2, 3, 5, 6].map(|word| HEAP + word));
        arena.take_reads(&mut reads);
        assert_eq!(reads, []);
    }
}

//! Long stretches of memory set to zero: the stacks of threads that end, and what collections free. Most of it is zero already.

use super::{Arena, PAGE_SHIFT, PAGE_WORDS, page_of};

impl Arena {
    /// Sets `words` words to zero, of which many may be so already. Where states are kept, pages that are zero count as not written: nobody has to copy and
    /// compare them. Where none are, those that were never written since they were cleared are zero: the barrier knows. To give them back to the system
    /// would cost more, for it clears them too, one fault each.
    pub fn clear(&mut self, address: u32, words: u32) {
        let first = address.next_multiple_of(PAGE_WORDS as u32);
        let end = (address + words) & !(PAGE_WORDS as u32 - 1);
        if first >= end {
            self.zero(address, words);
            return;
        }
        self.zero(address, first - address);
        self.zero(end, address + words - end);
        if self.is_tracking() {
            for page in page_of(first)..page_of(end) {
                if !self.is_zero(page) {
                    self.zero(page << PAGE_SHIFT, PAGE_WORDS as u32);
                }
            }
            return;
        }
        for page in page_of(first)..page_of(end) {
            self.forget_page(page);
            // SAFETY: the page is inside the 2^32 words, because `address + words` is a word address that did not overflow, and so is its byte
            // in the second mapping; `&mut self` means that nothing borrows from either.
            unsafe {
                let dirty = self.dirty.add(page as usize);
                if *dirty != 0 {
                    self.base.add((page as usize) << PAGE_SHIFT).write_bytes(0, PAGE_WORDS);
                    *dirty = 0;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vm::memory::layout::HEAP;

    /// Two arenas with the same few words, far apart and close together, as states or not.
    fn alike(round: u32, tracking: bool) -> [Arena; 2] {
        [(); 2].map(|()| {
            let mut arena = Arena::new().unwrap();
            if tracking {
                arena.commit().unwrap();
            }
            for n in 0..20u32 {
                let at = (round * 7919 + n * n * 104_729) % 1024;
                arena.set(HEAP + at, u64::from(n) + 1);
                if n == 10 && tracking {
                    arena.commit().unwrap();
                }
            }
            arena
        })
    }

    #[test]
    fn to_clear_is_to_set_to_zero() {
        for (round, tracking) in (0..60).flat_map(|round| [(round, false), (round, true)]) {
            let [mut cleared, mut zeroed] = alike(round, tracking);
            let (from, words) = (HEAP + round * 37 % 512, 1 + round * 61 % 512);
            cleared.clear(from, words);
            zeroed.zero(from, words);
            let memory = |arena: &Arena| arena.slice(HEAP, 1024 * 8).to_vec();
            assert!(memory(&cleared) == memory(&zeroed), "round {round}");
            assert_eq!(cleared.hash(), zeroed.hash(), "round {round}");
        }
    }

    #[test]
    fn what_is_zero_is_not_written() {
        let mut arena = Arena::new().unwrap();
        let at = HEAP + 3 * PAGE_WORDS as u32;
        arena.set(at, 1);
        let state = arena.commit().unwrap();
        arena.clear(HEAP, 8 * PAGE_WORDS as u32);
        assert_eq!(arena.dirty_pages().collect::<Vec<_>>(), [at]);
        arena.restore(&state);
        assert_eq!(arena.get(at), 1);
    }
}

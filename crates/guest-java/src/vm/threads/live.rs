//! Which threads live, and what they wait on: kept from change to change, because to look through all stack slots at each question would make
//! what a thread costs grow with their number.
//!
//! All of it is a function of words of the arena: of `layout::LIVE` (who is on which stack slot), and of each thread's record. Who keeps
//! it ([`Standing`](super::standing::Standing)) watches these pages, and says which of them may have changed.

use rustc_hash::FxHashMap;

use crate::vm::memory::layout::Ref;

/// The threads that live.
#[derive(Debug, Default)]
pub struct LiveThreads {
    /// Their ids, in order.
    ids: Vec<u32>,
    /// Who is on each stack slot: a thread's id + 1, or 0.
    slots: Vec<u32>,
    /// The slot of each thread by id, + 1; 0 for those that do not live.
    slot_of: Vec<u32>,
    /// The slots that are taken, a bit each.
    taken: Vec<u64>,
    /// What each thread waits on, or is in line for, by id; 0 for nothing.
    waits_on: Vec<Ref>,
    /// The threads that wait on an object or are in line for it, in no order.
    waiting: FxHashMap<Ref, Vec<u32>>,
}

/// Slots in a word of bits.
const BITS: u32 = u64::BITS;

impl LiveThreads {
    /// Their ids, in order.
    pub fn ids(&self) -> &[u32] {
        &self.ids
    }

    /// The thread on a stack slot.
    pub fn on_slot(&self, slot: u32) -> Option<u32> {
        self.slots.get(slot as usize)?.checked_sub(1)
    }

    /// How many slots, from the first, were ever seen taken.
    pub fn known_slots(&self) -> u32 {
        self.slots.len() as u32
    }

    /// The lowest slot from `first` on, and below `end`, that no thread is on.
    pub fn free_slot(&self, first: u32, end: u32) -> Option<u32> {
        let mut word = first / BITS;
        let mut below = (1u64 << (first % BITS)) - 1;
        let slot = loop {
            let taken = self.taken.get(word as usize).copied().unwrap_or(0) | below;
            if taken != u64::MAX {
                break word * BITS + taken.trailing_ones();
            }
            (word, below) = (word + 1, 0);
        };
        Some(slot).filter(|slot| *slot < end)
    }

    /// The threads that wait on an object, or are in line for it, in no order.
    pub fn waiting_on(&self, object: Ref) -> &[u32] {
        self.waiting.get(&object).map_or(&[], Vec::as_slice)
    }

    /// A thread is (`Some`) or none is on a slot. Answers who was there before, unless it is on another by now: on the way from one state to
    /// another threads may change their slots.
    pub fn set_slot(&mut self, slot: u32, thread: Option<u32>) -> Option<u32> {
        if slot as usize >= self.slots.len() {
            thread?;
            self.slots.resize(slot as usize + 1, 0);
            self.taken.resize(slot as usize / BITS as usize + 1, 0);
        }
        let bit = 1 << (slot % BITS);
        let taken = &mut self.taken[(slot / BITS) as usize];
        *taken = if thread.is_some() { *taken | bit } else { *taken & !bit };
        if let Some(tid) = thread {
            let most = self.slot_of.len().max(tid as usize + 1);
            self.slot_of.resize(most, 0);
            self.slot_of[tid as usize] = slot + 1;
        }
        let entry = thread.map_or(0, |tid| tid + 1);
        let before = std::mem::replace(&mut self.slots[slot as usize], entry).checked_sub(1)?;
        let its = &mut self.slot_of[before as usize];
        let is_gone = *its == slot + 1 && thread != Some(before);
        *its = if is_gone { 0 } else { *its };
        is_gone.then_some(before)
    }

    /// A thread lives from now on.
    pub fn add(&mut self, tid: u32) {
        if let Err(at) = self.ids.binary_search(&tid) {
            self.ids.insert(at, tid);
        }
    }

    /// A thread lives no longer.
    pub fn remove(&mut self, tid: u32) {
        if let Ok(at) = self.ids.binary_search(&tid) {
            self.ids.remove(at);
        }
        self.set_wait(tid, 0);
    }

    /// A thread waits on this object, or on none.
    pub fn set_wait(&mut self, tid: u32, object: Ref) {
        let at = tid as usize;
        if self.waits_on.len() <= at {
            if object == 0 {
                return;
            }
            self.waits_on.resize(at + 1, 0);
        }
        let before = std::mem::replace(&mut self.waits_on[at], object);
        if before == object {
            return;
        }
        if before != 0
            && let Some(waiting) = self.waiting.get_mut(&before)
        {
            waiting.retain(|other| *other != tid);
            if waiting.is_empty() {
                self.waiting.remove(&before);
            }
        }
        if object != 0 {
            self.waiting.entry(object).or_default().push(tid);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_free_slot_is_found() {
        let mut live = LiveThreads::default();
        assert_eq!(live.free_slot(64, 200), Some(64));
        for slot in 0..130 {
            assert_eq!(live.set_slot(slot, Some(slot + 1)), None);
        }
        assert_eq!((live.free_slot(64, 200), live.free_slot(0, 130)), (Some(130), None));
        assert_eq!(live.set_slot(70, None), Some(71));
        assert_eq!((live.free_slot(64, 200), live.free_slot(71, 200)), (Some(70), Some(130)));
        assert_eq!((live.on_slot(70), live.on_slot(71), live.on_slot(1000)), (None, Some(72), None));
        // One changes its slot: to the new one first, or from the old one first.
        assert_eq!((live.set_slot(70, Some(72)), live.set_slot(71, None)), (None, None));
        assert_eq!((live.set_slot(70, None), live.set_slot(71, Some(72))), (Some(72), None));
    }

    #[test]
    fn threads_wait_on_one_object_at_a_time() {
        let mut live = LiveThreads::default();
        [3, 1, 2].into_iter().for_each(|tid| live.add(tid));
        live.add(2);
        assert_eq!(live.ids(), [1, 2, 3]);
        live.set_wait(3, 100);
        live.set_wait(1, 100);
        live.set_wait(3, 200);
        assert_eq!((live.waiting_on(100), live.waiting_on(200)), (&[1][..], &[3][..]));
        live.remove(1);
        assert_eq!((live.ids(), live.waiting_on(100)), (&[2, 3][..], &[][..]));
    }
}

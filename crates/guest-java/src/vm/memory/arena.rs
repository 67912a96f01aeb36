//! The flat memory that holds a guest's whole state, and the deltas between its states.
//!
//! Writes go through a barrier of one dirty byte per 512-byte page; the first write to a page in a step copies the page
//! aside. At the end of a step the dirty pages are compared with their copies: the words that differ are the step's
//! delta, and the 128-bit state hash is updated from them. Snapshots form a tree of deltas; moving from one to another
//! undoes deltas up to the common ancestor and redoes them down to the target.
//!
//! The hash is a sum over all non-zero words of a mix of address and value, so it does not depend on the order of writes
//! and a delta updates it in time proportional to its length.

use std::sync::Arc;

use memmap2::{MmapMut, MmapOptions, UncheckedAdvice};

use crate::vm::memory::layout::{self, HASHED_FROM};

const WORDS: usize = 1 << 32;
const PAGE_SHIFT: u32 = 6;
/// Words per page.
pub const PAGE_WORDS: usize = 1 << PAGE_SHIFT;
const PAGES: usize = WORDS >> PAGE_SHIFT;

/// One changed word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Word address.
    pub address: u32,
    /// Value before the step.
    pub old: u64,
    /// Value after it.
    pub new: u64,
}

/// A state: its parent and what changed since.
#[derive(Debug)]
pub struct Node {
    parent: Option<Arc<Node>>,
    depth: u32,
    hash: u128,
    delta: Box<[Change]>,
}

impl Node {
    /// Bytes that keeping this node costs, its ancestors excluded.
    pub fn size(&self) -> usize {
        size_of::<Node>() + self.delta.len() * size_of::<Change>()
    }

    /// The fingerprint of the state.
    pub fn hash(&self) -> u128 {
        self.hash
    }
}

impl Drop for Node {
    /// Drops a long chain of parents without recursion.
    fn drop(&mut self) {
        let mut next = self.parent.take();
        while let Some(node) = next {
            next = Arc::into_inner(node).and_then(|mut node| node.parent.take());
        }
    }
}

struct SavedPage {
    page: u32,
    words: Box<[u64; PAGE_WORDS]>,
}

/// The memory of one machine.
pub struct Arena {
    base: *mut u64,
    dirty: *mut u8,
    memory: MmapMut,
    dirty_bytes: MmapMut,
    saved: Vec<SavedPage>,
    #[expect(clippy::vec_box, reason = "pages go back and forth between this and `saved` without being copied")]
    spare: Vec<Box<[u64; PAGE_WORDS]>>,
    /// `Some` once states are kept: the node that memory was equal to when the present step began.
    current: Option<Arc<Node>>,
    /// Highest word ever touched in each 2^18-word block: what a full copy and a root hash must visit.
    high: Vec<u32>,
}

// SAFETY: the raw pointers point into the mappings that the arena owns.
unsafe impl Send for Arena {}

const BLOCK_SHIFT: u32 = 18;

impl Arena {
    /// Reserves the address space.
    pub fn new() -> std::io::Result<Arena> {
        let mut memory = reserve(WORDS * 8)?;
        let mut dirty_bytes = reserve(PAGES)?;
        Ok(Arena {
            base: memory.as_mut_ptr().cast(),
            dirty: dirty_bytes.as_mut_ptr(),
            memory,
            dirty_bytes,
            saved: Vec::new(),
            spare: Vec::new(),
            current: None,
            high: vec![0; WORDS >> BLOCK_SHIFT],
        })
    }

    /// The first word: every `u32` is a valid index from it.
    #[inline(always)]
    pub fn base(&self) -> *mut u64 {
        self.base
    }

    /// Reads a word.
    #[inline(always)]
    pub fn get(&self, address: u32) -> u64 {
        // SAFETY: the mapping has 2^32 words.
        unsafe { *self.base.add(address as usize) }
    }

    /// Writes a word.
    #[inline(always)]
    pub fn set(&mut self, address: u32, value: u64) {
        self.touch(address);
        // SAFETY: the mapping has 2^32 words.
        unsafe { *self.base.add(address as usize) = value }
    }

    /// Reads `N` bytes at a byte address.
    #[inline(always)]
    pub fn bytes<const N: usize>(&self, address: u64) -> [u8; N] {
        let at = (address as usize) & (WORDS * 8 - 1);
        if at > WORDS * 8 - N {
            return [0; N];
        }
        // SAFETY: just checked to be inside the mapping.
        unsafe { self.base.cast::<[u8; N]>().byte_add(at).read_unaligned() }
    }

    /// Writes `N` bytes at a byte address.
    #[inline(always)]
    pub fn set_bytes<const N: usize>(&mut self, address: u64, value: [u8; N]) {
        let at = (address as usize) & (WORDS * 8 - 1);
        if at > WORDS * 8 - N {
            return;
        }
        self.touch((at >> 3) as u32);
        self.touch(((at + N - 1) >> 3) as u32);
        // SAFETY: just checked to be inside the mapping.
        unsafe { self.base.cast::<[u8; N]>().byte_add(at).write_unaligned(value) }
    }

    /// A view of `len` bytes from a word address.
    pub fn slice(&self, address: u32, len: usize) -> &[u8] {
        let at = address as usize * 8;
        let len = len.min(WORDS * 8 - at);
        // SAFETY: just clipped to the mapping.
        unsafe { std::slice::from_raw_parts(self.base.cast::<u8>().add(at), len) }
    }

    /// A writable view of `len` bytes from a word address.
    pub fn slice_mut(&mut self, address: u32, len: usize) -> &mut [u8] {
        let at = address as usize * 8;
        let len = len.min(WORDS * 8 - at);
        self.touch_range(address, len.div_ceil(8) as u32);
        // SAFETY: just clipped to the mapping; the borrow of self makes it unique.
        unsafe { std::slice::from_raw_parts_mut(self.base.cast::<u8>().add(at), len) }
    }

    /// Copies bytes like `memmove`.
    pub fn copy_bytes(&mut self, from: u64, to: u64, len: usize) {
        let limit = WORDS as u64 * 8;
        if len == 0 || from.saturating_add(len as u64) > limit || to.saturating_add(len as u64) > limit {
            return;
        }
        let first = (to >> 3) as u32;
        let last = ((to + len as u64 - 1) >> 3) as u32;
        self.touch_range(first, last - first + 1);
        // SAFETY: both ranges were checked to be inside the mapping; copy allows overlap.
        unsafe {
            let bytes = self.base.cast::<u8>();
            std::ptr::copy(bytes.add(from as usize), bytes.add(to as usize), len);
        }
    }

    /// Sets `words` words to zero.
    pub fn zero(&mut self, address: u32, words: u32) {
        self.slice_mut(address, words as usize * 8).fill(0);
    }

    /// Sets `words` words to zero that will not be needed soon: where no states are kept, long ranges are given back to the
    /// system.
    pub fn clear(&mut self, address: u32, words: u32) {
        const SYSTEM_PAGE: u32 = 512;
        let first = address.next_multiple_of(SYSTEM_PAGE);
        let end = (address + words) & !(SYSTEM_PAGE - 1);
        if self.is_tracking() || end.saturating_sub(first) < 32 * SYSTEM_PAGE {
            self.zero(address, words);
            return;
        }
        let (offset, len) = (first as usize * 8, (end - first) as usize * 8);
        // SAFETY: the range is inside the mapping, nothing borrows from it, and all values of its words are valid.
        let given = unsafe { self.memory.unchecked_advise_range(UncheckedAdvice::DontNeed, offset, len) };
        if given.is_ok() {
            self.zero(address, first - address);
            self.zero(end, address + words - end);
        } else {
            self.zero(address, words);
        }
    }

    /// The barrier: must come before a write to `address` in each step.
    #[inline(always)]
    pub fn touch(&mut self, address: u32) {
        let page = address >> PAGE_SHIFT;
        // SAFETY: one byte per page of the mapping.
        if unsafe { *self.dirty.add(page as usize) } == 0 {
            self.first_write(page);
        }
    }

    /// The barrier for a range of words.
    #[inline(always)]
    pub fn touch_range(&mut self, address: u32, words: u32) {
        if words == 0 {
            return;
        }
        let last = (address + (words - 1)) >> PAGE_SHIFT;
        for page in (address >> PAGE_SHIFT)..=last {
            self.touch(page << PAGE_SHIFT);
        }
    }

    #[cold]
    #[inline(never)]
    fn first_write(&mut self, page: u32) {
        // SAFETY: one byte per page of the mapping.
        unsafe { *self.dirty.add(page as usize) = 1 };
        let end = (page << PAGE_SHIFT) + (PAGE_WORDS as u32 - 1);
        let high = &mut self.high[(end >> BLOCK_SHIFT) as usize];
        *high = (*high).max(end);
        if self.current.is_some() {
            let mut words = self.spare.pop().unwrap_or_else(|| Box::new([0; PAGE_WORDS]));
            words.copy_from_slice(self.page(page));
            self.saved.push(SavedPage { page, words });
        }
    }

    fn page(&self, page: u32) -> &[u64] {
        // SAFETY: pages are inside the mapping.
        unsafe { std::slice::from_raw_parts(self.base.add((page as usize) << PAGE_SHIFT), PAGE_WORDS) }
    }

    /// The pages written since the last state, lowest first word of each.
    pub fn dirty_pages(&self) -> impl Iterator<Item = u32> + '_ {
        self.saved.iter().map(|saved| saved.page << PAGE_SHIFT)
    }

    /// The highest word ever touched in the 2^18-word block that holds `address`, or 0.
    pub fn high_water(&self, address: u32) -> u32 {
        self.high[(address >> BLOCK_SHIFT) as usize]
    }

    /// Whether states are being kept.
    pub fn is_tracking(&self) -> bool {
        self.current.is_some()
    }

    /// Makes the present memory the root of a tree of states.
    fn plant_root(&mut self) -> std::io::Result<Arc<Node>> {
        self.dirty_bytes = reserve(PAGES)?;
        self.dirty = self.dirty_bytes.as_mut_ptr();
        let mut hash = 0u128;
        for (start, end) in self.used_blocks() {
            for address in start..=end {
                hash = hash.wrapping_add(mix(address, self.get(address)));
            }
        }
        let root = Arc::new(Node { parent: None, depth: 0, hash, delta: Box::new([]) });
        self.current = Some(root.clone());
        Ok(root)
    }

    fn used_blocks(&self) -> Vec<(u32, u32)> {
        (0u32..).zip(&self.high).filter(|(_, high)| **high != 0).map(|(i, high)| (i << BLOCK_SHIFT, *high)).collect()
    }

    /// Ends a step: the present memory becomes a state of its own, a child of the last one.
    pub fn commit(&mut self) -> std::io::Result<Arc<Node>> {
        let Some(parent) = self.current.clone() else {
            return self.plant_root();
        };
        if self.saved.is_empty() {
            return Ok(parent);
        }
        let (delta, hash) = self.take_delta(parent.hash);
        if delta.is_empty() {
            return Ok(parent);
        }
        let node = Arc::new(Node { depth: parent.depth + 1, parent: Some(parent), hash, delta });
        self.current = Some(node.clone());
        Ok(node)
    }

    fn take_delta(&mut self, mut hash: u128) -> (Box<[Change]>, u128) {
        let mut delta = Vec::new();
        for saved in std::mem::take(&mut self.saved) {
            let first = saved.page << PAGE_SHIFT;
            for (address, (&old, &new)) in (first..).zip(saved.words.iter().zip(self.page(saved.page))) {
                if old != new {
                    hash = hash.wrapping_sub(mix(address, old)).wrapping_add(mix(address, new));
                    delta.push(Change { address, old, new });
                }
            }
            // SAFETY: one byte per page of the mapping.
            unsafe { *self.dirty.add(saved.page as usize) = 0 };
            self.spare.push(saved.words);
        }
        (delta.into_boxed_slice(), hash)
    }

    /// The words that have changed since the last state.
    pub fn changes(&self) -> Vec<Change> {
        let mut changes = Vec::new();
        for saved in &self.saved {
            let first = saved.page << PAGE_SHIFT;
            for (address, (&old, &new)) in (first..).zip(saved.words.iter().zip(self.page(saved.page))) {
                if old != new {
                    changes.push(Change { address, old, new });
                }
            }
        }
        changes
    }

    /// The fingerprint of the present memory, without making it a state; `None` while no states are kept.
    pub fn hash(&self) -> Option<u128> {
        let mut hash = self.current.as_ref()?.hash;
        for saved in &self.saved {
            let first = saved.page << PAGE_SHIFT;
            for (address, (&old, &new)) in (first..).zip(saved.words.iter().zip(self.page(saved.page))) {
                if old != new {
                    hash = hash.wrapping_sub(mix(address, old)).wrapping_add(mix(address, new));
                }
            }
        }
        Some(hash)
    }

    /// Makes memory equal to `target`, which must belong to this arena's tree (or to the one it was copied from).
    pub fn restore(&mut self, target: &Arc<Node>) {
        let Some(mut from) = self.current.clone() else { return };
        self.roll_back();
        let mut to = target.clone();
        let mut down = Vec::new();
        while !Arc::ptr_eq(&from, &to) {
            if from.depth >= to.depth {
                for change in &from.delta {
                    self.write_back(change.address, change.old);
                }
                let Some(parent) = from.parent.clone() else { break };
                from = parent;
            } else {
                let Some(parent) = to.parent.clone() else { break };
                down.push(std::mem::replace(&mut to, parent));
            }
        }
        for node in down.iter().rev() {
            for change in &node.delta {
                self.write_back(change.address, change.new);
            }
        }
        self.current = Some(target.clone());
    }

    /// Undoes what was written since the last state.
    fn roll_back(&mut self) {
        for saved in std::mem::take(&mut self.saved) {
            let at = (saved.page as usize) << PAGE_SHIFT;
            // SAFETY: pages are inside the mapping, and so is their dirty byte.
            unsafe {
                std::ptr::copy_nonoverlapping(saved.words.as_ptr(), self.base.add(at), PAGE_WORDS);
                *self.dirty.add(saved.page as usize) = 0;
            }
            self.spare.push(saved.words);
        }
    }

    fn write_back(&mut self, address: u32, value: u64) {
        let high = &mut self.high[(address >> BLOCK_SHIFT) as usize];
        *high = (*high).max(address);
        // SAFETY: the mapping has 2^32 words.
        unsafe { *self.base.add(address as usize) = value }
    }

    /// A second arena in the same state, for another worker: it shares the tree of states.
    pub fn fork(&self) -> std::io::Result<Arena> {
        let mut copy = Arena::new()?;
        for (start, end) in self.used_blocks() {
            let len = (end - start + 1) as usize;
            // SAFETY: used blocks are inside both mappings, which do not overlap.
            unsafe {
                std::ptr::copy_nonoverlapping(self.base.add(start as usize), copy.base.add(start as usize), len);
            }
        }
        copy.high.clone_from(&self.high);
        copy.current.clone_from(&self.current);
        copy.saved = self.saved.iter().map(|s| SavedPage { page: s.page, words: s.words.clone() }).collect();
        for saved in &copy.saved {
            // SAFETY: one byte per page of the mapping.
            unsafe { *copy.dirty.add(saved.page as usize) = 1 };
        }
        Ok(copy)
    }
}

fn reserve(bytes: usize) -> std::io::Result<MmapMut> {
    MmapOptions::new().len(bytes).no_reserve_swap().map_anon()
}

/// What one word adds to the state hash. A zero word adds nothing, so untouched memory need not be visited.
#[inline(always)]
fn mix(address: u32, value: u64) -> u128 {
    if value == 0 || address < HASHED_FROM {
        return 0;
    }
    // When exactly a wait is to end is as little part of a state as what time it is now; that it ends counts.
    let value = if layout::is_deadline(address) { 1 } else { value };
    let a = u64::from(address).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD6E8_FEB8_6659_FD93;
    let first = fold(value ^ 0xA076_1D64_78BD_642F, a);
    let second = fold(first ^ value.rotate_left(23), a ^ 0xE703_7ED1_A0B4_28DB);
    (u128::from(second) << 64) | u128::from(first)
}

#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

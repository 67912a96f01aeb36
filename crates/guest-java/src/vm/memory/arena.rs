//! The flat memory that holds a guest's whole state, and the deltas between its states.
//!
//! Writes go through a barrier of one dirty byte per 512-byte page; the first write to a page in a step copies the page
//! aside. At the end of a step the dirty pages are compared with their copies: the words that differ are the step's
//! delta, and the 128-bit state hash is updated from them. Snapshots form a tree of deltas; moving from one to another
//! undoes deltas up to the common ancestor and redoes them down to the target.
//!
//! The hash is a sum over all non-zero words of a mix of address and value, so it does not depend on the order of writes
//! and a delta updates it in time proportional to its length.
//!
//! Memory that is written for the first time, and much of it, is kept otherwise: see `image`. The same barrier tells who has asked for it that words may have changed: see `watch`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use memmap2::{MmapMut, MmapOptions};

use crate::vm::memory::layout::{self, ARRAY_BASE, CONSTANTS, GLOBALS, HASHED_FROM, HEAP};

mod clear;
mod differing;
mod few;
mod image;
mod watch;

use differing::differing;
pub use few::FEW_BYTES;
use image::{Image, ImageFile};
use watch::Watches;
pub use watch::{Hit, WATCHED_BY_OTHERS, WATCHED_BY_OWNER};

const WORDS: usize = 1 << 32;
/// Bytes of address space behind the words: as far as the largest index of an array could reach from the last word. Nothing is ever
/// there; it is there so that not even a forged length would lead out of the mapping. Where the system has no room for it (under
/// Valgrind, say), that lengths cannot be forged must do.
const MARGIN: usize = (1 << 35) + 4096;
pub(crate) const PAGE_SHIFT: u32 = 6;
/// Words per page.
pub const PAGE_WORDS: usize = 1 << PAGE_SHIFT;
const PAGES: usize = WORDS >> PAGE_SHIFT;
/// So many pages that were written since the last state are much. A long path writes to the same few again and again, and does not come by it often.
const MUCH: usize = 512;
/// More pages than a step usually writes.
const MANY: usize = 32;
/// Lists that have become longer than this are not kept for the next step.
const A_LOT: usize = 1 << 16;

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
    /// What changed and is not in the delta.
    images: Box<[Image]>,
}

impl Node {
    /// Bytes that keeping this node costs, its ancestors excluded.
    pub fn size(&self) -> usize {
        let images = self.images.iter().map(|image| size_of::<Image>() + image.bytes());
        size_of::<Node>() + self.delta.len() * size_of::<Change>() + images.sum::<usize>()
    }

    /// The fingerprint of the state.
    pub fn hash(&self) -> u128 {
        self.hash
    }

    /// The state that this one was reached from; none for the root.
    pub fn parent(&self) -> Option<&Arc<Node>> {
        self.parent.as_ref()
    }

    /// How far it is from the root.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The words that have changed since its parent, but for [much new memory](Self::has_images).
    pub fn changes(&self) -> &[Change] {
        &self.delta
    }

    /// Whether there is new memory that is not among the changes.
    pub fn has_images(&self) -> bool {
        !self.images.is_empty()
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

/// A page's dirty byte: written since the last state, or ever, where none are kept. The other bits say who watches it: see `watch`.
pub(crate) const DIRTY: u8 = 1;

/// The number of the page that a word is on.
#[inline(always)]
pub const fn page_of(address: u32) -> u32 {
    address >> PAGE_SHIFT
}

struct SavedPage {
    page: u32,
    /// None if they were all zero, and that was found out.
    words: Option<Box<[u64; PAGE_WORDS]>>,
}

impl Change {
    /// The hash of a state in which this was changed.
    #[inline(always)]
    fn apply_to(self, hash: u128) -> u128 {
        let place = Place::of(self.address);
        hash.wrapping_sub(place.mix(self.old)).wrapping_add(place.mix(self.new))
    }
}

impl SavedPage {
    /// Visits the words in which the page differs from what it is now.
    #[inline(always)]
    fn changes(&self, now: &[u64; PAGE_WORDS], mut visit: impl FnMut(Change)) {
        let before = self.words.as_deref().unwrap_or(&[0; PAGE_WORDS]);
        let mut differ = differing(before, now);
        while differ != 0 {
            let at = differ.trailing_zeros() as usize % PAGE_WORDS;
            differ &= differ - 1;
            visit(Change { address: (self.page << PAGE_SHIFT) + at as u32, old: before[at], new: now[at] });
        }
    }
}

/// The memory of one machine.
pub struct Arena {
    base: *mut u64,
    dirty: *mut u8,
    /// What `base` points to.
    _memory: MmapMut,
    dirty_bytes: MmapMut,
    saved: Vec<SavedPage>,
    /// The words that have changed since the last state, if they were gathered.
    changed: Vec<Change>,
    /// The fingerprint of the present memory, while `changed` says how it differs from the last state: see [`Arena::gather`].
    gathered: Option<u128>,
    #[expect(clippy::vec_box, reason = "pages go back and forth between this and `saved` without being copied")]
    spare: Vec<Box<[u64; PAGE_WORDS]>>,
    /// `Some` once states are kept: the node that memory was equal to when the present step began.
    current: Option<Arc<Node>>,
    /// Highest word ever touched in each 2^18-word block: what a full copy and a root hash must visit.
    high: Vec<u32>,
    /// Where much new memory is moved to, once there was any.
    images: Option<Arc<ImageFile>>,
    /// What was handed out of it, for a checked build.
    extent: Option<Arc<Extent>>,
    watches: Watches,
}

/// How much of the arena was handed out: the registry, which hands it out, says it to all arenas of a guest.
#[derive(Debug, Default)]
pub struct Extent {
    /// Words of the constant area.
    pub constants: AtomicU32,
    /// Words of the heap.
    pub heap: AtomicU32,
}

impl Extent {
    /// Whether an address is of something: the machine's own tables and the stacks, or what was handed out.
    fn contains(&self, address: u32) -> bool {
        let within = |first: u32, words: &AtomicU32| {
            address.checked_sub(first).is_some_and(|at| at < words.load(Ordering::Relaxed))
        };
        address < CONSTANTS || within(CONSTANTS, &self.constants) || within(HEAP, &self.heap)
    }
}

/// The types of array elements, of which every bit pattern is a value.
pub trait Element: Copy + private::Plain {}

mod private {
    /// Types without padding and without invalid values, of a size that divides a word's.
    pub trait Plain {}
}

macro_rules! elements {
    ($($name:ty)*) => {
        $(impl private::Plain for $name {}
        impl Element for $name {})*
    };
}

elements! { u8 i8 u16 i16 u32 u64 }

// SAFETY: the raw pointers point into the two mappings that the arena owns and that move with it; nothing else has them (`base` is handed
// out to the interpreter only, which borrows the arena's machine for as long as it uses it).
unsafe impl Send for Arena {}

const BLOCK_SHIFT: u32 = 18;

impl Arena {
    /// Reserves the address space.
    pub fn new() -> std::io::Result<Arena> {
        let mut memory = reserve(WORDS * 8 + MARGIN).or_else(|_| reserve(WORDS * 8))?;
        let mut dirty_bytes = reserve(PAGES)?;
        Ok(Arena {
            base: memory.as_mut_ptr().cast(),
            dirty: dirty_bytes.as_mut_ptr(),
            _memory: memory,
            dirty_bytes,
            saved: Vec::new(),
            changed: Vec::new(),
            gathered: None,
            spare: Vec::new(),
            current: None,
            high: vec![0; WORDS >> BLOCK_SHIFT],
            images: None,
            extent: None,
            watches: Watches::default(),
        })
    }

    /// Says where to look up what was handed out.
    pub fn set_extent(&mut self, extent: Arc<Extent>) {
        self.extent = Some(extent);
    }

    /// In a checked build: the word is one that was handed out.
    #[inline(always)]
    pub fn check(&self, address: u32) {
        if cfg!(feature = "checked") {
            let handed_out = self.extent.as_ref().is_none_or(|extent| extent.contains(address));
            assert!(handed_out, "word {address:#x} was never handed out");
        }
    }

    /// In a checked build: the word is none of those around null, which are there to be read by mistake.
    #[inline(always)]
    pub fn check_write(&self, address: u32) {
        self.check(address);
        if cfg!(feature = "checked") {
            assert!(address >= GLOBALS || self.extent.is_none(), "word {address:#x} is null's");
        }
    }

    /// The first word: every `u32` is a valid index from it.
    #[inline(always)]
    pub fn base(&self) -> *mut u64 {
        self.base
    }

    /// A byte for each page, from the first one on: `DIRTY` where a write needs no barrier any more.
    #[inline(always)]
    pub fn dirty(&self) -> *const u8 {
        self.dirty
    }

    /// Reads a word.
    #[inline(always)]
    pub fn get(&self, address: u32) -> u64 {
        self.check(address);
        self.log(address);
        self.peek(address)
    }

    /// Reads a word while a thread runs: nobody asks then what threads will do, so nothing is noted.
    #[inline(always)]
    pub fn running(&self, address: u32) -> u64 {
        self.check(address);
        self.peek(address)
    }

    /// Reads a word by what may be a number and no address.
    #[inline(always)]
    pub fn peek(&self, address: u32) -> u64 {
        // SAFETY: the mapping has 2^32 words, so every `u32` is the index of one; `new` has reserved it, and it lives as long as `self`.
        unsafe { *self.base.add(address as usize) }
    }

    /// Writes a word.
    #[inline(always)]
    pub fn set(&mut self, address: u32, value: u64) {
        self.check_write(address);
        self.touch(address);
        // SAFETY: the mapping has 2^32 words, so every `u32` is the index of one; `&mut self` makes the write the only access.
        unsafe { *self.base.add(address as usize) = value }
    }

    /// Reads an element of an array.
    #[inline(always)]
    pub fn element<T: Element>(&self, array: u32, index: u32) -> T {
        self.log((element_offset::<T>(array, index) >> 3) as u32);
        self.running_element(array, index)
    }

    /// Reads an element while a thread runs: see [`Arena::running`].
    #[inline(always)]
    pub fn running_element<T: Element>(&self, array: u32, index: u32) -> T {
        let at = element_offset::<T>(array, index);
        self.check((at >> 3) as u32);
        // SAFETY: `element_offset` is below the bytes that `new` reserves, for all arguments, and a multiple of the size of `T`; any bits
        // are a value of `T`. Where the margin could not be had: the caller has compared the index with the length in the array's header,
        // which `allocate_array` has written for words that it was given, and which nothing else writes (see `natives::unsafe_bounds`).
        unsafe { *self.base.byte_add(at).cast::<T>() }
    }

    /// Writes an element of an array.
    #[inline(always)]
    pub fn set_element<T: Element>(&mut self, array: u32, index: u32, value: T) {
        let at = element_offset::<T>(array, index);
        self.check_write((at >> 3) as u32);
        self.touch((at >> 3) as u32);
        // SAFETY: as for `element`; `&mut self` makes the write the only access.
        unsafe { *self.base.byte_add(at).cast::<T>() = value }
    }

    /// Reads `N` bytes at a byte address.
    #[inline(always)]
    pub fn bytes<const N: usize>(&self, address: u64) -> [u8; N] {
        let at = (address as usize) & (WORDS * 8 - 1);
        if at > WORDS * 8 - N {
            return [0; N];
        }
        self.check((at >> 3) as u32);
        self.log((at >> 3) as u32);
        self.log(((at + N - 1) >> 3) as u32);
        // SAFETY: `at + N` was just checked to be at most the bytes of the 2^32 words; an unaligned read needs no more.
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
        self.check_write((at >> 3) as u32);
        // SAFETY: `at + N` was just checked to be at most the bytes of the 2^32 words; `&mut self` makes the write the only access.
        unsafe { self.base.cast::<[u8; N]>().byte_add(at).write_unaligned(value) }
    }

    /// In a checked build: all words of a range were handed out.
    #[inline(always)]
    fn check_range(&self, address: u32, bytes: usize) {
        if cfg!(feature = "checked") && bytes > 0 {
            self.check(address);
            self.check(address + ((bytes - 1) / 8) as u32);
        }
    }

    /// A view of `len` bytes from a word address.
    pub fn slice(&self, address: u32, len: usize) -> &[u8] {
        let at = address as usize * 8;
        let len = len.min(WORDS * 8 - at);
        self.check_range(address, len);
        self.log_range(address, len.div_ceil(8) as u32);
        // SAFETY: `at + len` was just clipped to the bytes of the 2^32 words, all of which are initialised (anonymous memory is zero);
        // the borrow of `self` keeps writes away.
        unsafe { std::slice::from_raw_parts(self.base.cast::<u8>().add(at), len) }
    }

    /// A writable view of `len` bytes from a word address.
    pub fn slice_mut(&mut self, address: u32, len: usize) -> &mut [u8] {
        let at = address as usize * 8;
        let len = len.min(WORDS * 8 - at);
        self.check_range(address, len);
        self.touch_range(address, len.div_ceil(8) as u32);
        // SAFETY: `at + len` was just clipped to the bytes of the 2^32 words; the borrow of `self` makes it the only view.
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
        self.check_range((from >> 3) as u32, len);
        self.check_range(first, len);
        self.touch_range(first, last - first + 1);
        // SAFETY: both ranges were just checked to be inside the bytes of the 2^32 words; `copy` allows them to overlap, and `&mut self`
        // makes this the only access.
        unsafe {
            let bytes = self.base.cast::<u8>();
            std::ptr::copy(bytes.add(from as usize), bytes.add(to as usize), len);
        }
    }

    /// Sets `words` words to zero.
    pub fn zero(&mut self, address: u32, words: u32) {
        self.slice_mut(address, words as usize * 8).fill(0);
    }

    /// Sets words to zero that no one looks at any more, on a page that was written since the last state.
    pub fn zero_dead(&mut self, address: u32, words: u32) {
        debug_assert!(words as usize <= PAGE_WORDS && page_of(address) == page_of(address + words - 1));
        // SAFETY: as in `watch`.
        debug_assert!(unsafe { *self.dirty.add(page_of(address) as usize) } & DIRTY != 0);
        let at = address as usize;
        // SAFETY: the range is inside a page of the 2^32 words; `&mut self` makes the write the only access.
        unsafe { std::slice::from_raw_parts_mut(self.base.add(at), words as usize) }.fill(0);
    }

    /// The barrier: must come before a write to `address` in each step.
    #[inline(always)]
    pub fn touch(&mut self, address: u32) {
        let page = address >> PAGE_SHIFT;
        // SAFETY: `page` is below 2^32 / PAGE_WORDS, and the second mapping has one byte for each such page.
        if unsafe { *self.dirty.add(page as usize) } != DIRTY {
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

    /// Whether a write to the word needs no barrier any more in the present step: its page was written, and nobody watches it.
    #[inline(always)]
    pub fn is_touched(&self, address: u32) -> bool {
        // SAFETY: as for `touch`.
        unsafe { *self.dirty.add((address >> PAGE_SHIFT) as usize) == DIRTY }
    }

    /// The same for a range of words.
    #[inline(always)]
    pub fn is_range_touched(&self, address: u32, words: u32) -> bool {
        let last = (address + words.saturating_sub(1)) >> PAGE_SHIFT;
        let mut page = address >> PAGE_SHIFT;
        while self.is_touched(page << PAGE_SHIFT) {
            if page >= last {
                return true;
            }
            page += 1;
        }
        false
    }

    /// The same for an element of an array.
    #[inline(always)]
    pub fn is_element_touched<T: Element>(&self, array: u32, index: u32) -> bool {
        self.is_touched((element_offset::<T>(array, index) >> 3) as u32)
    }

    /// Writes a word for which [`Arena::is_touched`] holds.
    #[inline(always)]
    pub fn set_touched(&mut self, address: u32, value: u64) {
        self.check_write(address);
        self.check_touched(address);
        // SAFETY: the mapping has 2^32 words, so every `u32` is the index of one; `&mut self` makes the write the only access.
        unsafe { *self.base.add(address as usize) = value }
    }

    /// Writes an element for which [`Arena::is_element_touched`] holds.
    #[inline(always)]
    pub fn set_element_touched<T: Element>(&mut self, array: u32, index: u32, value: T) {
        let at = element_offset::<T>(array, index);
        self.check_write((at >> 3) as u32);
        self.check_touched((at >> 3) as u32);
        // SAFETY: as for `element`; `&mut self` makes the write the only access.
        unsafe { *self.base.byte_add(at).cast::<T>() = value }
    }

    /// In a checked build: the word's page was touched in the present step.
    #[inline(always)]
    pub fn check_touched(&self, address: u32) {
        if cfg!(feature = "checked") {
            assert!(self.is_touched(address), "word {address:#x} is written without a barrier");
        }
    }

    #[cold]
    #[inline(never)]
    fn first_write(&mut self, page: u32) {
        self.forget_gathered();
        self.forget_page(page);
        // SAFETY: `touch` has looked at this very byte; `&mut self` makes the access the only one.
        let byte = unsafe { &mut *self.dirty.add(page as usize) };
        if *byte == DIRTY {
            return;
        }
        *byte = DIRTY;
        let first = page << PAGE_SHIFT;
        if self.current.is_some() {
            // To look at memory that was never used would cost as much as to use it.
            let words = if first > self.high_water(first) { None } else { self.copy_unless_zero(page) };
            self.saved.push(SavedPage { page, words });
        }
        self.raise_high_water(first + (PAGE_WORDS as u32 - 1));
    }

    /// A copy of a page; none if all its words are zero, and many are written: a step that writes few is over before that has saved anything.
    fn copy_unless_zero(&mut self, page: u32) -> Option<Box<[u64; PAGE_WORDS]>> {
        if self.saved.len() >= MANY && self.is_zero(page) {
            return None;
        }
        let mut words = self.spare.pop().unwrap_or_else(|| Box::new([0; PAGE_WORDS]));
        words.copy_from_slice(self.page(page));
        Some(words)
    }

    fn is_zero(&self, page: u32) -> bool {
        *self.page(page) == [0; PAGE_WORDS]
    }

    fn raise_high_water(&mut self, address: u32) {
        let high = &mut self.high[(address >> BLOCK_SHIFT) as usize];
        *high = (*high).max(address);
    }

    fn page(&self, page: u32) -> &[u64; PAGE_WORDS] {
        // SAFETY: page numbers are those of `u32` addresses, so a page's words are inside the 2^32 of the mapping, and the borrow
        // of `self` keeps writes away.
        unsafe { &*self.base.add((page as usize) << PAGE_SHIFT).cast() }
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
        self.lose_watches();
        let mut hash = 0u128;
        for (start, end) in self.used_blocks() {
            for page in start >> PAGE_SHIFT..=end >> PAGE_SHIFT {
                for (address, word) in (page << PAGE_SHIFT..).zip(self.page(page)) {
                    hash = hash.wrapping_add(mix(address, *word));
                }
            }
        }
        let root = Arc::new(Node { parent: None, depth: 0, hash, delta: Box::new([]), images: Box::new([]) });
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
        let mut hash = parent.hash;
        let images = self.take_images(&mut hash);
        let hash = self.gather(hash);
        let delta = self.take_delta();
        if delta.is_empty() && images.is_empty() {
            return Ok(parent);
        }
        let node = Arc::new(Node { depth: parent.depth + 1, parent: Some(parent), hash, delta, images });
        self.current = Some(node.clone());
        Ok(node)
    }

    /// Gathers the words that have changed since the last state; answers the fingerprint that they make of `hash`.
    ///
    /// A search asks for a state's fingerprint, and then either keeps the state or goes back: both need to know what has changed, and nothing is
    /// written in between. So it is kept until something is: the pages count as not written to, as behind a state, and the barrier tells of the next write.
    fn gather(&mut self, mut hash: u128) -> u128 {
        if let Some(hash) = self.gathered {
            return hash;
        }
        let mut changed = std::mem::take(&mut self.changed);
        for saved in &self.saved {
            saved.changes(self.page(saved.page), |change| {
                hash = change.apply_to(hash);
                changed.push(change);
            });
            // SAFETY: `first_write` has set this very byte before it saved the page. Who watches the page goes on watching it.
            unsafe { *self.dirty.add(saved.page as usize) &= !DIRTY };
        }
        self.changed = changed;
        self.gathered = Some(hash);
        hash
    }

    /// Something is about to be written: what was gathered is no longer all that has changed.
    fn forget_gathered(&mut self) {
        if self.gathered.take().is_none() {
            return;
        }
        self.changed.clear();
        for saved in &self.saved {
            // SAFETY: as in `gather`, which has cleared the bit.
            unsafe { *self.dirty.add(saved.page as usize) |= DIRTY };
        }
    }

    /// Whether nothing was written since [`Arena::hash`] was asked.
    pub fn is_gathered(&self) -> bool {
        self.gathered.is_some()
    }

    /// Takes what was gathered, as the difference to the last state.
    fn take_delta(&mut self) -> Box<[Change]> {
        self.gathered = None;
        self.drop_saved();
        if self.changed.capacity() > A_LOT {
            return std::mem::take(&mut self.changed).into();
        }
        let delta = self.changed.as_slice().into();
        self.changed.clear();
        delta
    }

    /// The copies of pages are not needed any more.
    fn drop_saved(&mut self) {
        self.spare.extend(self.saved.drain(..).filter_map(|saved| saved.words));
        if self.saved.capacity() > A_LOT {
            (self.saved, self.spare) = (Vec::new(), Vec::new());
        }
    }

    /// The words that have changed since the last state.
    pub fn changes(&self) -> Vec<Change> {
        let mut changes = Vec::new();
        for saved in &self.saved {
            saved.changes(self.page(saved.page), |change| changes.push(change));
        }
        changes
    }

    /// The bytes of the pages that were written to since the last state, and not for the first time.
    pub fn rewritten_bytes(&self) -> usize {
        self.saved.iter().filter(|saved| saved.words.is_some()).count() * (8 << PAGE_SHIFT)
    }

    /// Makes the present memory a state if that saves work: the fingerprint of each state is made from all that was written since the last
    /// one. A program that does much before its first thread starts would pay for it again and again.
    pub fn commit_if_much(&mut self) -> std::io::Result<()> {
        if self.saved.len() > MUCH { self.commit().map(drop) } else { Ok(()) }
    }

    /// The fingerprint of the present memory, without making it a state; `None` while no states are kept.
    pub fn hash(&mut self) -> Option<u128> {
        let hash = self.current.as_ref()?.hash;
        Some(if self.saved.is_empty() { hash } else { self.gather(hash) })
    }

    /// The state that memory is equal to, if nothing was written since.
    pub fn state(&self) -> Option<&Arc<Node>> {
        self.current.as_ref().filter(|_| self.saved.is_empty())
    }

    /// Makes memory equal to `target`, which must belong to this arena's tree (or to the one it was copied from).
    pub fn restore(&mut self, target: &Arc<Node>) {
        let Some(current) = self.current.take() else { return };
        self.roll_back();
        let (mut from, mut to) = (&current, target);
        let mut down = Vec::new();
        while !Arc::ptr_eq(from, to) {
            if from.depth >= to.depth {
                self.undo_images(from);
                for change in &from.delta {
                    self.put_back(change.address, change.old);
                }
                let Some(parent) = &from.parent else { break };
                from = parent;
            } else {
                let Some(parent) = &to.parent else { break };
                down.push(std::mem::replace(&mut to, parent));
            }
        }
        for node in down.iter().rev() {
            self.redo_images(node);
            for change in &node.delta {
                self.raise_high_water(change.address);
                self.put_back(change.address, change.new);
            }
        }
        self.current = Some(if Arc::ptr_eq(&current, target) { current } else { target.clone() });
    }

    /// Undoes what was written since the last state.
    fn roll_back(&mut self) {
        if self.gathered.take().is_some() {
            let mut changed = std::mem::take(&mut self.changed);
            for change in changed.drain(..) {
                self.put_back(change.address, change.old);
            }
            if changed.capacity() <= A_LOT {
                self.changed = changed;
            }
            self.drop_saved();
            return;
        }
        let mut pages = std::mem::take(&mut self.saved);
        for saved in pages.drain(..) {
            self.forget_page(saved.page);
            // SAFETY: the page is among the 2^32 words. `first_write` has copied its words to a box of its own, which cannot overlap it, and
            // has set its dirty byte.
            unsafe {
                let page = self.base.add((saved.page as usize) << PAGE_SHIFT);
                match &saved.words {
                    Some(words) => std::ptr::copy_nonoverlapping(words.as_ptr(), page, PAGE_WORDS),
                    None => page.write_bytes(0, PAGE_WORDS),
                }
                *self.dirty.add(saved.page as usize) = 0;
            }
            self.spare.extend(saved.words);
        }
        self.saved = pages;
    }

    /// Writes what a word was, or is to be again, in another state.
    #[inline]
    fn put_back(&mut self, address: u32, value: u64) {
        self.forget_page(page_of(address));
        // SAFETY: the mapping has 2^32 words, so every `u32` is the index of one; `&mut self` makes the write the only access.
        unsafe { *self.base.add(address as usize) = value }
    }

    /// A second arena in the same state, for another worker: it shares the tree of states.
    pub fn fork(&self) -> std::io::Result<Arena> {
        let mut copy = Arena::new()?;
        for (start, end) in self.used_blocks() {
            let len = (end - start + 1) as usize;
            // SAFETY: `start..=end` are `u32` addresses, so inside both mappings, and two live mappings do not overlap. `copy` is not yet
            // anybody else's.
            unsafe {
                std::ptr::copy_nonoverlapping(self.base.add(start as usize), copy.base.add(start as usize), len);
            }
        }
        copy.extent.clone_from(&self.extent);
        copy.high.clone_from(&self.high);
        if !self.is_tracking() {
            // What was copied is there as if it had been written.
            for (start, end) in self.used_blocks() {
                copy.touch_range(start, end - start + 1);
            }
        }
        copy.current.clone_from(&self.current);
        copy.saved = self.saved.iter().map(|s| SavedPage { page: s.page, words: s.words.clone() }).collect();
        for saved in &copy.saved {
            // SAFETY: the number is of a page of `self`'s words, and the copy's second mapping has a byte for each of as many.
            unsafe { *copy.dirty.add(saved.page as usize) = DIRTY };
        }
        Ok(copy)
    }
}

/// The byte offset of an array's element: at most 2^35 − 8 + 16 + 2^35 − 8, for which 2^35 and [`MARGIN`] bytes are reserved.
#[inline(always)]
pub(crate) fn element_offset<T>(array: u32, index: u32) -> usize {
    const { assert!(size_of::<T>() <= 8) };
    array as usize * 8 + ARRAY_BASE as usize + index as usize * size_of::<T>()
}

fn reserve(bytes: usize) -> std::io::Result<MmapMut> {
    MmapOptions::new().len(bytes).no_reserve_swap().map_anon()
}

/// What one word adds to the state hash. A zero word adds nothing, so untouched memory need not be visited.
#[inline(always)]
fn mix(address: u32, value: u64) -> u128 {
    Place::of(address).mix(value)
}

/// What the address of a word has to do with what it adds to the hash.
#[derive(Clone, Copy)]
struct Place {
    mixed: u64,
    counts: bool,
    is_deadline: bool,
}

impl Place {
    #[inline(always)]
    fn of(address: u32) -> Self {
        let mixed = u64::from(address).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD6E8_FEB8_6659_FD93;
        Self { mixed, counts: address >= HASHED_FROM, is_deadline: layout::is_deadline(address) }
    }

    #[inline(always)]
    fn mix(self, value: u64) -> u128 {
        if value == 0 || !self.counts {
            return 0;
        }
        // When exactly a wait is to end is as little part of a state as what time it is now; that it ends counts.
        let value = if self.is_deadline { 1 } else { value };
        let first = fold(value ^ 0xA076_1D64_78BD_642F, self.mixed);
        let second = fold(first ^ value.rotate_left(23), self.mixed ^ 0xE703_7ED1_A0B4_28DB);
        (u128::from(second) << 64) | u128::from(first)
    }
}

#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

//! A creator's memory: a list of chunks, and where in it the next object goes.
//!
//! Everything about a region is words of the arena, so that restoring a state restores it. The region's record (in its
//! thread's record or its class's mirror) holds the allocation registers and the first chunk; every chunk begins with a
//! header that holds its length, the next chunk, and its *top*: all words from there to its end are zero.
//!
//! There is no free list. **A zero word where an object could begin is a free word**, for every object has a header that
//! is not zero and what is freed is zeroed; so a walk from object to object sees the gaps. Free memory therefore leaves no
//! trace in a state's fingerprint, and which garbage was where is forgotten when it is gone.
//!
//! Objects are placed in the first gap, in the order of the list, at or behind the bump pointer that is long enough; the
//! part of it that allocation may fill without asking again is the open *window*. A sweep of the region puts the
//! pointer back to the lowest gap. Large objects have chunks of their own, which serve again for others of about that
//! length. All this depends on what the region's creator did and on nothing else, so that addresses are the same on all
//! schedules on which it did the same; only the length of a window (not what is placed where) depends on the heap's limit.

use crate::vm::classes::class::{Class, Shape};
use crate::vm::memory::arena::Arena;
use crate::vm::memory::layout::{CLASS_MASK, HEADER, Ref};
use crate::vm::memory::table::Table;

/// Record word: the next free word.
pub const R_BUMP: u32 = 0;
/// Record word: the end of the open window.
pub const R_END: u32 = 1;
/// Record word: number of chunks in the list.
pub const R_COUNT: u32 = 2;
/// Record word: the first chunk, 0 for none.
pub const R_FIRST: u32 = 3;
/// Record word: the chunk that the bump pointer is in, 0 before there is one.
pub const R_CHUNK: u32 = 4;
/// Record word: where the search for a free large chunk goes on, 0 for the beginning.
pub const R_LARGE: u32 = 5;
/// Record word: the bump pointer when the window was opened, or at the last collection.
pub const R_START: u32 = 6;
/// Record word: words allocated since the last collection, outside of the open window.
pub const R_DONE: u32 = 7;
/// Record word: blocks of raw memory handed out; see `natives::unsafe_memory`.
pub const R_BLOCKS: u32 = 8;
/// Record word: the first block of raw memory that was freed, shifted left by one; 0 for none.
pub const R_FREE_BLOCKS: u32 = 9;
/// Words of a region's record.
pub const REGION_WORDS: u32 = 10;

/// Words before a chunk's first object.
pub const CHUNK_HEADER: u32 = 2;
/// Chunk flag, in the upper half of the second word: for one large object.
const LARGE: u64 = 1 << 32;

/// Words of the `number`th chunk of a region: creators that allocate little take little.
pub fn chunk_words(number: u32) -> u32 {
    match number {
        0 => 1 << 10,
        1..4 => 1 << 13,
        _ => 1 << 16,
    }
}

/// Says how many words an object takes.
pub trait Measure {
    /// Words of the object, header included.
    fn words(&self, arena: &Arena, object: Ref) -> u32;
}

/// Sizes by the classes that headers name.
pub struct Sizes<'a>(pub &'a Table<Class>);

impl Measure for Sizes<'_> {
    fn words(&self, arena: &Arena, object: Ref) -> u32 {
        let header = arena.get(object);
        match self.0.get((header & CLASS_MASK) as usize) {
            Some(class) => match class.shape {
                Shape::Array(kind, _) => HEADER + ((header >> 32) << kind.shift()).div_ceil(8) as u32,
                _ => class.words,
            },
            None => HEADER,
        }
    }
}

/// A position in a region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RegionPosition {
    /// The chunk; 0 for the beginning of the first one.
    pub chunk: u32,
    /// The address in it.
    pub at: u32,
}

/// What a sweep found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// Words of objects kept.
    pub live: u64,
    /// Words of objects freed.
    pub dead: u64,
}

/// A region under the hands of the allocator or the collector.
pub struct Space<'a, M> {
    arena: &'a mut Arena,
    record: u32,
    sizes: M,
}

impl<'a, M: Measure> Space<'a, M> {
    /// The region with this record.
    pub fn new(arena: &'a mut Arena, record: u32, sizes: M) -> Space<'a, M> {
        Space { arena, record, sizes }
    }

    fn word(&self, word: u32) -> u32 {
        self.arena.get(self.record + word) as u32
    }

    fn set_word(&mut self, word: u32, value: u32) {
        self.arena.set(self.record + word, u64::from(value));
    }

    fn next(&self, chunk: u32) -> u32 {
        (self.arena.get(chunk) >> 32) as u32
    }

    fn end(&self, chunk: u32) -> u32 {
        chunk + self.arena.get(chunk) as u32
    }

    fn top(&self, chunk: u32) -> u32 {
        self.arena.get(chunk + 1) as u32
    }

    fn is_large(&self, chunk: u32) -> bool {
        self.arena.get(chunk + 1) & LARGE != 0
    }

    fn is_empty(&self, chunk: u32) -> bool {
        self.top(chunk) == chunk + CHUNK_HEADER
    }

    fn set_top(&mut self, chunk: u32, top: u32) {
        let flags = self.arena.get(chunk + 1) & LARGE;
        self.arena.set(chunk + 1, flags | u64::from(top));
    }

    /// The place, or the beginning of the region for none.
    fn begin(&self, place: RegionPosition) -> RegionPosition {
        if place.chunk != 0 {
            return place;
        }
        let chunk = self.word(R_FIRST);
        RegionPosition { chunk, at: chunk + CHUNK_HEADER }
    }

    fn following(&self, chunk: u32) -> RegionPosition {
        let chunk = self.next(chunk);
        RegionPosition { chunk, at: chunk + CHUNK_HEADER }
    }

    /// Words allocated since the last collection.
    pub fn allocated(&self) -> u64 {
        self.arena.get(self.record + R_DONE) + u64::from(self.word(R_BUMP) - self.word(R_START))
    }

    /// Adds a chunk behind `last` (0 for none).
    fn append(&mut self, last: u32, chunk: u32, words: u32, flags: u64) {
        self.arena.set(chunk, u64::from(words));
        self.arena.set(chunk + 1, flags | u64::from(chunk + CHUNK_HEADER));
        if last == 0 {
            self.set_word(R_FIRST, chunk);
        } else {
            let word = self.arena.get(last) & 0xffff_ffff;
            self.arena.set(last, word | u64::from(chunk) << 32);
        }
        let count = self.word(R_COUNT);
        self.set_word(R_COUNT, count + 1);
    }

    /// Whether an object gets a chunk of its own.
    pub fn wants_own_chunk(&self, words: u32) -> bool {
        words > chunk_words(self.word(R_COUNT)) / 2
    }

    /// Opens a window of at least `words` and, if the gap is that long, of `most` words; its length is the answer. None
    /// when the region has no such gap and `more` (given a chunk's number and length) gives no chunk.
    pub fn open_window(&mut self, words: u32, most: u32, mut more: impl FnMut(u32, u32) -> Option<u32>) -> Option<u32> {
        let done = self.allocated();
        let current = self.word(R_CHUNK);
        let mut place = if current == 0 {
            self.begin(RegionPosition::default())
        } else {
            RegionPosition { chunk: current, at: self.word(R_BUMP) }
        };
        let mut last = 0;
        loop {
            if place.chunk == 0 {
                let number = self.word(R_COUNT);
                let length = chunk_words(number);
                place.chunk = more(number, length)?;
                place.at = place.chunk + CHUNK_HEADER;
                self.append(last, place.chunk, length, 0);
            }
            if !self.is_large(place.chunk)
                && let Some((at, length)) = self.find_gap(place, words, most)
            {
                self.set_word(R_BUMP, at);
                self.set_word(R_END, at + length);
                self.set_word(R_CHUNK, place.chunk);
                self.set_word(R_START, at);
                self.arena.set(self.record + R_DONE, done);
                if at + length > self.top(place.chunk) {
                    self.set_top(place.chunk, at + length);
                }
                return Some(length);
            }
            last = place.chunk;
            place = self.following(last);
        }
    }

    /// The first gap of at least `words` at or behind a place that is at the end of an object, and its length as far as
    /// `most`.
    fn find_gap(&self, from: RegionPosition, words: u32, most: u32) -> Option<(u32, u32)> {
        let (top, end) = (self.top(from.chunk), self.end(from.chunk));
        let most = most.max(words);
        let mut at = from.at;
        let mut gap = at;
        loop {
            if at >= top {
                let length = end.saturating_sub(gap).min(most);
                return (length >= words).then_some((gap, length));
            }
            if self.arena.get(at) == 0 {
                at += 1;
                if at - gap == most {
                    return Some((gap, most));
                }
                continue;
            }
            if at - gap >= words {
                return Some((gap, at - gap));
            }
            at = self.behind(at, top);
            gap = at;
        }
    }

    /// The word behind an object, which ends at `top` at the latest.
    fn behind(&self, object: Ref, top: u32) -> u32 {
        object.saturating_add(self.sizes.words(self.arena, object).max(1)).min(top)
    }

    /// A place for an object that gets a chunk of its own.
    pub fn place_large(&mut self, words: u32, mut more: impl FnMut(u32, u32) -> Option<u32>) -> Option<Ref> {
        // The chunk where the search begins is in use, or it is the floor's: what lies below the floor must stay there, even
        // if it has become garbage since.
        let mut last = self.word(R_LARGE);
        let mut chunk = if last == 0 { self.word(R_FIRST) } else { self.next(last) };
        loop {
            if chunk == 0 {
                let length = round_up(words.checked_add(CHUNK_HEADER)?)?;
                chunk = more(self.word(R_COUNT), length)?;
                self.append(last, chunk, length, LARGE);
            }
            let room = self.end(chunk) - chunk - CHUNK_HEADER;
            // A chunk of more than twice the length would be lost to objects that need it.
            if self.is_large(chunk) && self.is_empty(chunk) && room >= words && room / 2 <= words {
                break;
            }
            last = chunk;
            chunk = self.next(chunk);
        }
        self.set_top(chunk, chunk + CHUNK_HEADER + words);
        self.set_word(R_LARGE, chunk);
        let done = self.arena.get(self.record + R_DONE);
        self.arena.set(self.record + R_DONE, done + u64::from(words));
        Some(chunk + CHUNK_HEADER)
    }

    /// Visits the objects from a place on, in order.
    pub fn walk(&self, from: RegionPosition, mut visit: impl FnMut(Ref, u64)) {
        let mut place = self.begin(from);
        while place.chunk != 0 {
            let top = self.top(place.chunk);
            let mut at = place.at;
            while at < top {
                let header = self.arena.get(at);
                if header == 0 {
                    at += 1;
                } else {
                    visit(at, header);
                    at = self.behind(at, top);
                }
            }
            place = self.following(place.chunk);
        }
    }

    /// Visits the ranges of words, from a place on, outside of which there are no objects.
    pub fn ranges(&self, from: RegionPosition, mut visit: impl FnMut(u32, u32)) {
        let mut place = self.begin(from);
        while place.chunk != 0 {
            visit(place.at, self.top(place.chunk));
            place = self.following(place.chunk);
        }
    }

    /// Frees the objects from a place on that `keep` does not want. [`Space::reset`] must follow.
    pub fn sweep(&mut self, from: RegionPosition, mut keep: impl FnMut(Ref, u64) -> bool) -> Swept {
        let mut swept = Swept::default();
        let mut place = self.begin(from);
        while place.chunk != 0 {
            let top = self.top(place.chunk);
            let (mut at, mut kept_to) = (place.at, place.at);
            // Words from here to `at` are dead or free.
            let mut dead_from = at;
            let mut dead = false;
            while at < top {
                let header = self.arena.get(at);
                if header == 0 {
                    at += 1;
                    continue;
                }
                let behind = self.behind(at, top);
                if keep(at, header) {
                    if dead {
                        self.arena.clear(dead_from, at - dead_from);
                    }
                    swept.live += u64::from(behind - at);
                    (dead_from, kept_to, dead) = (behind, behind, false);
                } else {
                    swept.dead += u64::from(behind - at);
                    dead = true;
                }
                at = behind;
            }
            if dead {
                self.arena.clear(dead_from, top - dead_from);
            }
            self.set_top(place.chunk, kept_to);
            place = self.following(place.chunk);
        }
        swept
    }

    /// After a sweep: gives up the empty chunks at the end of the list and puts the allocation registers back to the
    /// lowest gap behind `floor`, with no window open.
    pub fn reset(&mut self, floor: RegionPosition) {
        self.drop_empty_chunks(floor.chunk);
        let mut found = floor;
        let mut place = self.begin(floor);
        while place.chunk != 0 {
            if !self.is_large(place.chunk) {
                found = RegionPosition { chunk: place.chunk, at: self.top(place.chunk) };
                if let Some((at, _)) = self.find_gap(place, HEADER, HEADER) {
                    found.at = at;
                    break;
                }
            }
            place = self.following(place.chunk);
        }
        self.set_word(R_BUMP, found.at);
        self.set_word(R_END, found.at);
        self.set_word(R_START, found.at);
        self.set_word(R_CHUNK, found.chunk);
        self.set_word(R_LARGE, floor.chunk);
        self.set_word(R_DONE, 0);
    }

    /// Takes the empty chunks behind `kept` (0: all of them) off the end of the list.
    fn drop_empty_chunks(&mut self, kept: u32) {
        let mut last = kept;
        let mut chunk = if kept == 0 { self.word(R_FIRST) } else { self.next(kept) };
        let mut empty = Vec::new();
        while chunk != 0 {
            if self.is_empty(chunk) {
                empty.push(chunk);
            } else {
                empty.clear();
                last = chunk;
            }
            chunk = self.next(chunk);
        }
        if empty.is_empty() {
            return;
        }
        if last == 0 {
            self.set_word(R_FIRST, 0);
        } else {
            let word = self.arena.get(last) & 0xffff_ffff;
            self.arena.set(last, word);
        }
        let count = self.word(R_COUNT);
        self.set_word(R_COUNT, count - empty.len() as u32);
        for chunk in empty {
            self.arena.zero(chunk, CHUNK_HEADER);
        }
    }

    /// Gives back what is left of the open window: its length.
    pub fn close_window(&mut self) -> u32 {
        let (bump, end, chunk) = (self.word(R_BUMP), self.word(R_END), self.word(R_CHUNK));
        if bump != end && self.top(chunk) == end {
            self.set_top(chunk, bump);
        }
        self.set_word(R_END, bump);
        end - bump
    }

    /// The end of everything allocated so far.
    pub fn last_place(&self) -> RegionPosition {
        let mut place = self.begin(RegionPosition::default());
        loop {
            let next = self.following(place.chunk);
            if place.chunk == 0 || next.chunk == 0 {
                break;
            }
            place = next;
        }
        if place.chunk != 0 {
            place.at = self.top(place.chunk);
        }
        place
    }
}

/// Lengths of large chunks are rounded up to one of four per octave, so that they serve again.
fn round_up(words: u32) -> Option<u32> {
    let step = 1u32 << (32 - words.leading_zeros()).saturating_sub(3);
    words.checked_next_multiple_of(step)
}

#[cfg(test)]
mod tests;

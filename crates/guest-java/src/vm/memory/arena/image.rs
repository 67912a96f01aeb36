//! Much new memory, kept once.
//!
//! A program that builds a large heap before its threads start writes to memory that was zero. A delta of it, word by word, would take more than
//! the heap itself, and each machine that goes to a state behind it would have a copy of its own. So where a step has filled whole blocks, their
//! words are moved to a file in memory, and the arena maps it privately: a page is copied when somebody writes to it. The state keeps
//! where in the file its blocks are; to go there is to map them, to go back from it is to map nothing, which is zero.
//!
//! What a state is does not change by that, nor does its hash: blocks are compared with zero like other pages, and what is not a block goes
//! into the delta. Where the system has no such files, or gives none, everything does.

use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Arena, DIRTY, Node, PAGE_SHIFT, PAGE_WORDS, mix};

/// Pages of a block: 64 KB, a multiple of what systems call a page.
const BLOCK_PAGES: u32 = 1 << 7;
/// A block with fewer pages that were written is not worth it.
const MOST_OF_A_BLOCK: usize = BLOCK_PAGES as usize / 2;
/// Pages that must have been written for the first time before it is looked for blocks.
const WORTH_LOOKING: usize = 1 << 11;
/// So many pages are moved at once: they are there twice meanwhile.
const PIECE_PAGES: u32 = 1 << 11;
/// A system has only so many mappings, and others need some, too.
const MOST_IMAGES: u64 = 1 << 12;

/// Pages that were zero and are not any more, in a file.
#[derive(Debug)]
pub(super) struct Image {
    file: Arc<ImageFile>,
    /// Where in the file.
    offset: u64,
    first: u32,
    pages: u32,
}

impl Image {
    pub fn bytes(&self) -> usize {
        bytes_of(self.pages)
    }
}

impl Drop for Image {
    /// Gives the memory back. No arena is in a state with this image any more, so none has it mapped.
    fn drop(&mut self) {
        self.file.live.fetch_sub(1, Ordering::Relaxed);
        system::free(&self.file.file, self.offset, self.bytes());
    }
}

/// The file that an arena moves memory to.
#[derive(Debug)]
pub(super) struct ImageFile {
    file: File,
    /// Where there is nothing yet.
    end: AtomicU64,
    /// How many images there are in it.
    live: AtomicU64,
}

fn bytes_of(pages: u32) -> usize {
    pages as usize * PAGE_WORDS * 8
}

impl Arena {
    /// Takes the blocks out of the pages that were written, and adds what they hold to the hash.
    pub(super) fn take_images(&mut self, hash: &mut u128) -> Box<[Image]> {
        let fresh = || self.saved.iter().filter(|page| page.words.is_none());
        if self.saved.len() < WORTH_LOOKING || fresh().count() < WORTH_LOOKING {
            return Box::default();
        }
        self.forget_gathered();
        let fresh = || self.saved.iter().filter(|page| page.words.is_none());
        let mut written: Vec<u32> = fresh().map(|page| page.page).collect();
        written.sort_unstable();
        let Some(file) = self.image_file() else { return Box::default() };
        let blocks = written.chunk_by(|one, other| one / BLOCK_PAGES == other / BLOCK_PAGES);
        let blocks = blocks.filter(|pages| self.is_block(pages)).map(|pages| pages[0] / BLOCK_PAGES);
        let mut runs: Vec<(u32, u32)> = Vec::new();
        for first in blocks.map(|block| block * BLOCK_PAGES) {
            match runs.last_mut() {
                Some((start, pages)) if *start + *pages == first => *pages += BLOCK_PAGES,
                _ => runs.push((first, BLOCK_PAGES)),
            }
        }
        let mut images = Vec::new();
        for (first, pages) in runs {
            if file.live.load(Ordering::Relaxed) >= MOST_IMAGES {
                break;
            }
            let Some(image) = self.image(&file, first, pages) else { break };
            for page in first..first + image.pages {
                for (address, word) in (page << PAGE_SHIFT..).zip(self.page(page)) {
                    *hash = hash.wrapping_add(mix(address, *word));
                }
                // SAFETY: as in `watch`. Who watches the page goes on watching it.
                unsafe { *self.dirty.add(page as usize) &= !DIRTY };
            }
            images.push(image);
        }
        // SAFETY: as in `watch`.
        self.saved.retain(|page| unsafe { *self.dirty.add(page.page as usize) } & DIRTY != 0);
        images.into()
    }

    fn image_file(&mut self) -> Option<Arc<ImageFile>> {
        if self.images.is_none() {
            let file = system::file_in_memory()?;
            self.images = Some(Arc::new(ImageFile { file, end: AtomicU64::new(0), live: AtomicU64::new(0) }));
        }
        self.images.clone()
    }

    /// Whether a block was zero before, of which these pages were written and were: the others must be zero still.
    fn is_block(&self, written: &[u32]) -> bool {
        let first = written[0] / BLOCK_PAGES * BLOCK_PAGES;
        let mut written_pages = written.iter().copied().peekable();
        written.len() >= MOST_OF_A_BLOCK
            && (first..first + BLOCK_PAGES).all(|page| {
                // SAFETY: as in `watch`.
                let is_dirty = || unsafe { *self.dirty.add(page as usize) } & DIRTY != 0;
                written_pages.next_if_eq(&page).is_some() || (!is_dirty() && self.is_zero(page))
            })
    }

    /// Moves pages to the file, as many as it has room for. None if it has none at all.
    fn image(&mut self, file: &Arc<ImageFile>, first: u32, pages: u32) -> Option<Image> {
        let offset = file.end.fetch_add(bytes_of(pages) as u64, Ordering::Relaxed);
        file.live.fetch_add(1, Ordering::Relaxed);
        let mut image = Image { file: file.clone(), offset, first, pages: 0 };
        for from in (0..pages).step_by(PIECE_PAGES as usize) {
            let piece = PIECE_PAGES.min(pages - from);
            let at = offset + bytes_of(from) as u64;
            // SAFETY: the pages are among the 2^32 words, and the borrow of `self` keeps writes away.
            let bytes = unsafe {
                let words = self.base.add(((first + from) as usize) << PAGE_SHIFT);
                std::slice::from_raw_parts(words.cast::<u8>(), bytes_of(piece))
            };
            if system::write(&file.file, bytes, at).is_err() {
                break;
            }
            self.map(first + from, piece, Some((file, at)), true);
            image.pages += piece;
        }
        (image.pages > 0).then_some(image)
    }

    /// Puts the words of a file in the place of these pages, or zero. Where they cannot be mapped they are read.
    fn map(&mut self, first: u32, pages: u32, from: Option<(&ImageFile, u64)>, at_once: bool) {
        let len = bytes_of(pages);
        // SAFETY: the pages are among the 2^32 words of the mapping.
        let start = unsafe { self.base.add((first as usize) << PAGE_SHIFT) }.cast::<u8>();
        // SAFETY: the range is inside the mapping that `self` owns, blocks begin and end where pages of the system do, and `&mut self` means
        // that nothing borrows from it. Only images are in the file, and nobody writes to an image that was mapped.
        if unsafe { system::map(start, len, from.map(|(file, at)| (&file.file, at)), at_once) }.is_ok() {
            return;
        }
        // SAFETY: as above.
        let words = unsafe { std::slice::from_raw_parts_mut(start, len) };
        match from {
            None => words.fill(0),
            // Behind `image` it is what was just written from there.
            Some(_) if at_once => {}
            Some((file, at)) => system::read(&file.file, words, at).expect("a file in memory can be read"),
        }
    }

    /// Goes from a state's parent to it, as far as it has images.
    pub(super) fn redo_images(&mut self, node: &Node) {
        for image in &node.images {
            self.tell_change(image);
            self.map(image.first, image.pages, Some((&image.file, image.offset)), false);
        }
    }

    /// The other way round.
    pub(super) fn undo_images(&mut self, node: &Node) {
        for image in &node.images {
            self.tell_change(image);
            self.map(image.first, image.pages, None, false);
        }
    }

    fn tell_change(&mut self, image: &Image) {
        for page in image.first..image.first + image.pages {
            self.forget_page(page);
            self.raise_high_water((page << PAGE_SHIFT) + (PAGE_WORDS as u32 - 1));
        }
    }
}

#[cfg(target_os = "linux")]
mod system {
    use std::fs::File;
    use std::io;
    use std::os::fd::{AsRawFd, FromRawFd};
    use std::os::unix::fs::FileExt;

    /// A file without a name that is nowhere but in memory.
    pub fn file_in_memory() -> Option<File> {
        // SAFETY: the name is a C string. What comes back is a file of ours, or negative.
        unsafe {
            let file = libc::memfd_create(c"deadheat".as_ptr(), libc::MFD_CLOEXEC);
            (file >= 0).then(|| File::from_raw_fd(file))
        }
    }

    pub fn write(file: &File, bytes: &[u8], at: u64) -> io::Result<()> {
        file.write_all_at(bytes, at)
    }

    pub fn read(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
        file.read_exact_at(bytes, at)
    }

    /// Gives the memory of a part back. Where that fails it is given back with the file.
    pub fn free(file: &File, at: u64, len: usize) {
        let mode = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
        // SAFETY: a call of the system on a file that is open.
        unsafe { libc::fallocate(file.as_raw_fd(), mode, at as libc::off_t, len as libc::off_t) };
    }

    /// Maps a part of a file privately in the place of what is there, or zero; at once, or page by page when they are used.
    ///
    /// # Safety
    /// The range must begin and end where a page of the system does, be of a private mapping of the caller's, and nobody may borrow from it.
    pub unsafe fn map(start: *mut u8, len: usize, from: Option<(&File, u64)>, at_once: bool) -> io::Result<()> {
        let kind = if from.is_some() { 0 } else { libc::MAP_ANONYMOUS };
        let flags = libc::MAP_PRIVATE | libc::MAP_FIXED | libc::MAP_NORESERVE | kind;
        let (file, at) = from.map_or((-1, 0), |(file, at)| (file.as_raw_fd(), at as libc::off_t));
        let access = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: what the caller says. The advice to look at the pages now changes nothing in them; `MAP_POPULATE` would copy them all.
        unsafe {
            if libc::mmap(start.cast(), len, access, flags, file, at) == libc::MAP_FAILED {
                return Err(io::Error::last_os_error());
            }
            if at_once {
                libc::madvise(start.cast(), len, libc::MADV_POPULATE_READ);
            }
        }
        Ok(())
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::fs::File;
    use std::io;

    pub fn file_in_memory() -> Option<File> {
        None
    }

    pub fn write(_: &File, _: &[u8], _: u64) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub fn read(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub fn free(_: &File, _: u64, _: usize) {}

    pub unsafe fn map(_: *mut u8, _: usize, _: Option<(&File, u64)>, _: bool) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{WATCHED_BY_OTHERS, page_of};
    use super::*;
    use crate::vm::memory::layout::HEAP;

    /// More than is worth looking at.
    const MUCH: u32 = (WORTH_LOOKING as u32 + 3 * BLOCK_PAGES) << PAGE_SHIFT;

    fn fill(arena: &mut Arena, from: u32, words: u32, seed: u64) {
        for address in from..from + words {
            arena.set(address, u64::from(address) ^ seed);
        }
    }

    #[test]
    fn much_new_memory_is_kept_once() {
        let mut first = Arena::new().unwrap();
        let root = first.commit().unwrap();
        let mut second = first.fork().unwrap();
        let begin = HEAP + 5;
        fill(&mut first, begin, MUCH, 7);
        let full = first.commit().unwrap();
        let kept: usize = full.images.iter().map(Image::bytes).sum();
        assert!(cfg!(not(target_os = "linux")) || kept >= bytes_of(MUCH >> PAGE_SHIFT) - 2 * bytes_of(BLOCK_PAGES));
        let file = full.images.first().map(|image| image.file.clone());
        let (low, high) = (begin, begin + MUCH - 1);
        let words = |arena: &Arena| [low, high].map(|address| arena.get(address));
        let filled = [low, high].map(|address| u64::from(address) ^ 7);
        assert_eq!(words(&first), filled);

        // Another machine goes there, and what it changes is its own.
        second.restore(&full);
        assert_eq!((words(&second), second.hash()), (filled, first.hash()));
        let page = page_of(high);
        second.take_hits(&mut Vec::new());
        second.watch(page, WATCHED_BY_OTHERS);
        second.set(high, 1);
        assert!(second.has_hits());
        let changed = second.commit().unwrap();
        assert_eq!((words(&first), words(&second)), (filled, [filled[0], 1]));
        first.restore(&changed);
        assert_eq!(words(&first), [filled[0], 1]);

        let mut hits = Vec::new();
        first.take_hits(&mut hits);
        first.watch(page, WATCHED_BY_OTHERS);
        first.restore(&root);
        assert!(first.has_hits(), "a watched page has become zero");
        assert_eq!((words(&first), first.hash()), ([0, 0], Some(root.hash())));
        second.restore(&root);
        assert_eq!(words(&second), [0, 0]);
        let live = |file: &Arc<ImageFile>| file.live.load(Ordering::Relaxed);
        assert!(file.iter().all(|file| live(file) > 0));
        drop((full, changed));
        assert!(file.iter().all(|file| live(file) == 0), "nobody can go there any more");
    }

    #[derive(Clone, Debug)]
    enum Act {
        Fill {
            at: u32,
            blocks: u32,
            sparse: bool,
            seed: u64,
        },
        Set {
            at: u32,
            value: u64,
        },
        Commit,
        /// To a state by its number, on the other machine or not.
        Restore {
            state: usize,
            other: bool,
        },
    }

    fn acts() -> impl Strategy<Value = Vec<Act>> {
        let fill = (0u32..4, 10u32..24, any::<bool>(), any::<u64>());
        let fill = fill.prop_map(|(at, blocks, sparse, seed)| Act::Fill { at: at << 16, blocks, sparse, seed });
        let set = (0u32..1 << 18, 0u64..3).prop_map(|(at, value)| Act::Set { at, value });
        let restore = (any::<usize>(), any::<bool>()).prop_map(|(state, other)| Act::Restore { state, other });
        prop::collection::vec(prop_oneof![fill, set, Just(Act::Commit), restore], 1..16)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

        /// Two machines go from state to state; memory is always what a plain table says, and equal memory has equal hashes.
        #[test]
        fn memory_is_what_was_written(acts in acts()) {
            let mut first = Arena::new().unwrap();
            let root = first.commit().unwrap();
            let mut arenas = [first.fork().unwrap(), first];
            let (mut now, mut words) = (0, vec![0u64; 6 << 16]);
            let mut states = vec![(root, words.clone())];
            for act in acts {
                let arena = &mut arenas[now];
                match act {
                    Act::Fill { at, blocks, sparse, seed } => {
                        let step = if sparse { PAGE_WORDS / 2 } else { 1 };
                        let end = at + ((blocks * BLOCK_PAGES) << PAGE_SHIFT);
                        for at in (at..end).step_by(step) {
                            arena.set(HEAP + at, u64::from(at) ^ seed);
                            words[at as usize] = u64::from(at) ^ seed;
                        }
                    }
                    Act::Set { at, value } => {
                        arena.set(HEAP + at, value);
                        words[at as usize] = value;
                    }
                    Act::Commit => states.push((arena.commit().unwrap(), words.clone())),
                    Act::Restore { state, other } => {
                        now = if other { 1 - now } else { now };
                        let (node, then) = &states[state % states.len()];
                        arenas[now].restore(node);
                        words.clone_from(then);
                    }
                }
                let arena = &mut arenas[now];
                prop_assert!((HEAP..).zip(&words).all(|(address, word)| arena.get(address) == *word));
                let hash = (HEAP..).zip(&words).fold(0u128, |hash, (at, word)| hash.wrapping_add(mix(at, *word)));
                prop_assert_eq!(arena.hash(), Some(hash));
            }
            for (node, then) in &states {
                arenas[0].restore(node);
                prop_assert!((HEAP..).zip(then).all(|(address, word)| arenas[0].get(address) == *word));
            }
        }
    }
}

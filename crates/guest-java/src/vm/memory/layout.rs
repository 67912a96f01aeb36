//! Where everything lives in the arena.
//!
//! The whole state of a guest is words of one flat address space of 2³² words (32 GiB of *virtual* memory; only pages that
//! are touched cost anything). A reference is the word address of an object's header; 0 is null. Because every `u32` is
//! inside the mapping, no access needs a bounds check; behind the words there is room for the largest index of an array.
//!
//! Addresses double as names: chunks are handed out by (creator thread, chunk number), so an object has the same address on
//! all paths on which its creator did the same things. See `registry::Names`.

/// A reference: the word address of an object, or 0 for null.
pub type Ref = u32;

/// Words of the VM's own global state (see the `G_*` constants).
pub const GLOBALS: u32 = 64;
/// First word that takes part in fingerprints; below it lives what differs between equal states (the clock).
pub const HASHED_FROM: u32 = 128;

/// Virtual time in nanoseconds.
pub const G_CLOCK: u32 = GLOBALS;

/// Words in use at which the next collection is due, 0 for the default.
pub const G_COLLECT_AT: u32 = GLOBALS + 2;
/// Words of raw memory (`Unsafe.allocateMemory`) in use.
pub const G_RAW_WORDS: u32 = GLOBALS + 3;

/// State of the guest's seeded randomness.
pub const G_RANDOM: u32 = HASHED_FROM;
/// 1 once a second guest thread has been started: from then on accesses can be visible.
pub const G_MULTI: u32 = HASHED_FROM + 1;
/// The list of references that the collector has cleared and not yet handed to the guest.
pub const G_PENDING_REFS: u32 = HASHED_FROM + 3;
/// Hash of the file overlay, so that fingerprints see it.
pub const G_OVERLAY: u32 = HASHED_FROM + 4;
/// Number of thread records ever used: thread ids are below it.
pub const G_THREADS: u32 = HASHED_FROM + 5;
/// Stack slots at and above this one were never used.
pub const G_STACKS: u32 = HASHED_FROM + 6;
/// The number of the next `java.lang.Thread`, where the library keeps it outside of its heap.
pub const G_NEXT_THREAD_ID: u32 = HASHED_FROM + 7;
/// Where a test stands: see `harness::stage`.
pub const G_TEST_STAGE: u32 = HASHED_FROM + 8;
/// The number of the test that is chosen.
pub const G_TEST: u32 = HASHED_FROM + 9;
/// 1 once fork/join pools take the library's own steps: see `juc::fork_join`.
pub const G_FORK_JOIN_STEPS: u32 = HASHED_FROM + 10;
/// The module objects defined so far: base of a table of `MAX_MODULES` references.
pub const G_MODULES: u32 = 1024;
/// Upper bound for the number of named modules.
pub const MAX_MODULES: u32 = 1024;

/// Words per thread record.
pub const THREAD_WORDS: u32 = 64;
/// Thread records, indexed by thread id.
pub const THREADS: u32 = 1 << 12;
/// At most this many threads are ever started on one path.
pub const MAX_THREADS: u32 = 1 << 19;

/// The thread that lives on each stack slot: its id + 1, or 0.
pub const LIVE: u32 = 40 << 20;

/// Words per thread stack: held locks first, then frames.
pub const STACK_WORDS: u32 = 1 << 18;
/// Words at the bottom of a stack slot that list the locks held.
pub const HELD_WORDS: u32 = 1024;
/// Words at a slot's end that no frame reaches.
pub const STACK_MARGIN: u32 = 4096;
/// Stack slots.
pub const STACKS: u32 = 1 << 26;
/// So many have all these words.
const LARGE_STACKS: u32 = 1 << 12;
/// Those behind them have fewer, whatever `--stack` says: who has so many threads does not let each of them go deep.
const SMALL_STACK_WORDS: u32 = 1 << 15;
const SMALL_STACKS: u32 = 28 << 10;
const FIRST_SMALL_STACK: u32 = STACKS + LARGE_STACKS * STACK_WORDS;
/// At most this many threads are alive at once.
pub const MAX_STACKS: u32 = LARGE_STACKS + SMALL_STACKS;

/// Mirrors, static fields, literal strings: what belongs to the code and not to a thread.
pub const CONSTANTS: u32 = FIRST_SMALL_STACK + SMALL_STACKS * SMALL_STACK_WORDS;
/// Words for constants.
pub const CONSTANT_WORDS: u32 = 1 << 28;
/// Chunks of objects.
pub const HEAP: u32 = CONSTANTS + CONSTANT_WORDS;

/// Words before the first field or element: class word and monitor word.
pub const HEADER: u32 = 2;
/// The same in bytes: what `Unsafe.arrayBaseOffset` answers.
pub const ARRAY_BASE: u64 = 16;

/// Header flag: more than one thread may reach the object.
pub const SHARED: u64 = 1 << 24;
/// Header flag: an array (its length is the header's upper half).
pub const ARRAY: u64 = 1 << 25;
/// Header flag: a `boolean[]`.
pub const BOOLEAN: u64 = 1 << 26;
/// Header flag: an array that trusted code made and has not handed out: see `policy::ArrayOwner`.
pub const TRUSTED: u64 = 1 << 27;
/// Header flag: the object could be reached by other threads before all its final fields were written: see `memory::leaked`.
pub const LEAKED: u64 = 1 << 28;
/// Header flag: every header has it, so that a conservative scan can tell objects from numbers.
pub const OBJECT: u64 = 0b101 << 29;
/// Where the bits of a header lie that tell an object from a number.
pub const OBJECT_MASK: u64 = 0b111 << 29;
/// Mask of the class id in a header.
pub const CLASS_MASK: u64 = (1 << 24) - 1;

/// Whether the word holds the deadline of a thread's wait.
#[inline(always)]
pub fn is_deadline(address: u32) -> bool {
    address % THREAD_WORDS == crate::vm::threads::thread::T_DEADLINE && (THREADS..LIVE).contains(&address)
}

/// Address of a stack slot.
#[inline]
pub fn stack(slot: u32) -> u32 {
    match slot.checked_sub(LARGE_STACKS) {
        None => STACKS + slot * STACK_WORDS,
        Some(small) => FIRST_SMALL_STACK + small * SMALL_STACK_WORDS,
    }
}

/// The words of a stack slot.
#[inline]
pub fn stack_room(slot: u32) -> u32 {
    if slot < LARGE_STACKS { STACK_WORDS } else { SMALL_STACK_WORDS }
}

/// The stack slot that a word is of.
#[inline]
pub fn stack_slot(address: u32) -> Option<u32> {
    match address {
        STACKS..FIRST_SMALL_STACK => Some((address - STACKS) / STACK_WORDS),
        FIRST_SMALL_STACK..CONSTANTS => Some(LARGE_STACKS + (address - FIRST_SMALL_STACK) / SMALL_STACK_WORDS),
        _ => None,
    }
}

/// Address of thread `tid`'s record.
#[inline(always)]
pub fn thread(tid: u32) -> u32 {
    THREADS + tid * THREAD_WORDS
}

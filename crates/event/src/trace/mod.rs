//! Traces: recorded runs.
//!
//! A trace file is self-contained: beside the events of a run it holds all that an observer can ask of a
//! [`Context`](crate::Context) while it watches them. So analyses run over a trace as over the run itself. A [`TraceWriter`], which
//! is an [`Observer`](crate::Observer), writes one; [`observe`] shows it to another observer; a [`TraceReader`] gives the events in
//! order, for tools that need no more.
//!
//! # When things are written
//! What costs little to know (types of objects, names of fields, positions in the source) stands in the file before the first event
//! that mentions it. What a lock is called, and which variable holds an array, a guest finds out by a search through its memory; so
//! the writer asks for these names seldom (see `late_names.rs`), and they may stand in the file behind the events that they are
//! about. That is why [`observe`] reads a file twice: first the names, then the events.
//!
//! Ids of objects come again after a [`Mark::Collect`](crate::Mark::Collect), as names of new objects. Before that mark stands a list of
//! the objects that end there; what was written about them holds no longer.
//!
//! # The format
//! `deadheat trace` and a line feed, then numbers in LEB128 (seven bits to a byte, lowest first; signed ones zigzag): the version,
//! the kind of guest (a length and bytes), then records until the end. A record is a tag and its parts:
//!
//! | tag | record | parts |
//! |---|---|---|
//! | 0 | the end | the number of events. A file without it was cut short |
//! | 1 | a text | a length and that many bytes of UTF-8. Texts are numbered from 0; all names below are such numbers |
//! | 2 | a thread | id, name. Once more when the name has changed |
//! | 3 | locks held | thread, how many, each lock with its mode: what the thread holds right after its first event, which follows. Left out where it holds none |
//! | 4 | a site | id, container, function, file or none, line or none, owner, whether it is a function's entry, the initialiser that must be over there or none. Sites are numbered from 0 |
//! | 5 | a stack | the number of the innermost site, the number of the caller's stack. Stacks are numbered from 1; 0 is the empty one |
//! | 6 | an object | id, name of its type |
//! | 7 | a field | id, name, whether races on it are meant, the initialiser that must be over before it is used or none |
//! | 8 | a field's target | field, name of the object's type or none, name of the target. Left out where it is the field's name |
//! | 9 | an array | id, name of one element, that element's index, whether races on it are meant |
//! | 10 | bytes | object, offset, length, name, name of the target, whether races on them are meant |
//! | 11 | an array's target | array, name. May come late, and once more when it has changed |
//! | 12 | a name of a lock, condition, latch … | object, part, name. May come late, and once more when it has changed |
//! | 13 | objects that end | how many, then ids, each as the distance from the one before. Right before a `Collect` |
//! | 16 + n | an event of the n-th kind | thread; twice the number of its stack, plus 1 if its site is not the stack's innermost, and then the number of its site; how many numbers in the sequence were left out before it; how many steps later than the event before it is; what the operation has |
//!
//! What may be absent is 0, or 1 and the thing. An operation's operands stand in the order of [`Done`](crate::Done)'s fields.
//! Behind them stands, for `Acquire`, whether the lock [guards a block](crate::Context::guards_block) there, and for operations on a
//! semaphore, the permits that it has then or none.
//!
//! # Damaged files
//! Whatever the bytes, reading ends in an error or an end, never in a panic, and takes memory only for what is in the file: numbers that
//! would make a reader reserve memory (ids of threads, lengths of names, bytes of one access, frames of a stack) are limited.

mod bytes;
mod context;
mod error;
mod late_names;
mod locks_held;
mod momentary;
mod objects;
mod observe;
mod operations;
mod reader;
mod sites;
mod stacks;
mod texts;
mod variables;
mod writer;

pub use context::TraceContext;
pub use error::TraceError;
pub use observe::observe;
pub use reader::TraceReader;
pub use writer::TraceWriter;

/// The version of the file format that this crate writes, and the only one that it reads.
pub const VERSION: u32 = 5;

const MAGIC: &[u8] = b"deadheat trace\n";

/// Whether a file that begins so is a trace, of whatever version; [so many](START) bytes are enough to tell.
#[must_use]
pub fn is_trace(start: &[u8]) -> bool {
    start.starts_with(MAGIC)
}

/// How many bytes tell a trace from another file.
pub const START: usize = MAGIC.len();

mod tag {
    pub const END: u64 = 0;
    pub const TEXT: u64 = 1;
    pub const THREAD: u64 = 2;
    pub const LOCKS_HELD: u64 = 3;
    pub const SITE: u64 = 4;
    pub const STACK: u64 = 5;
    pub const OBJECT: u64 = 6;
    pub const FIELD: u64 = 7;
    pub const FIELD_TARGET: u64 = 8;
    pub const ARRAY: u64 = 9;
    pub const BYTES: u64 = 10;
    pub const ARRAY_TARGET: u64 = 11;
    pub const SYNC: u64 = 12;
    pub const OBJECTS_END: u64 = 13;
    pub const FIRST_EVENT: u64 = 16;
}

/// No name is longer in a file; longer ones are cut when written.
const LONGEST_NAME: usize = 4096;

/// Threads have smaller ids: observers keep lists of threads by id.
const MOST_THREADS: u32 = 1 << 19;

/// No stack has more frames in a file; of deeper ones the outermost frames are left out.
const MOST_FRAMES: usize = 1 << 16;

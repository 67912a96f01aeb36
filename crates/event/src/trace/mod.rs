//! Traces: recorded lists of events.
//!
//! A trace file is self-contained: beside the events it holds the names of the threads, objects, fields and sites that they
//! mention, each told once, before its first use. It is written by a [`TraceWriter`], which is an
//! [`Observer`](crate::Observer), and read by a [`TraceReader`], which is an iterator.
//!
//! # The format
//! `deadheat trace` and a line feed, then numbers in LEB128 (seven bits to a byte, lowest first; signed ones zigzag): the
//! version, then records until the end. A record is a tag and its numbers:
//!
//! | tag | record |
//! |---|---|
//! | 0 | the end: the number of events. A file without it was cut short |
//! | 1 | a thread: id, name |
//! | 2 | an object: id, name of its class |
//! | 3 | a field: id, name |
//! | 4 | a site: id, class, method, file, line. Sites are numbered in the order in which they are told |
//! | 16 + n | an event of the n-th kind of operation: thread, number of its site, how many numbers in the sequence were left out before it, then what the operation has |
//!
//! A name is its length and that many bytes of UTF-8. What may be absent is 0, or 1 and the thing.

mod codec;
mod names;
mod reader;
mod writer;

pub use names::Names;
pub use reader::{TraceError, TraceReader};
pub use writer::TraceWriter;

/// The version of the file format that this crate writes, and the only one that it reads.
pub const VERSION: u32 = 3;

const MAGIC: &[u8] = b"deadheat trace\n";

mod tag {
    pub const END: u64 = 0;
    pub const THREAD: u64 = 1;
    pub const OBJECT: u64 = 2;
    pub const FIELD: u64 = 3;
    pub const SITE: u64 = 4;
    pub const FIRST_EVENT: u64 = 16;
}

/// No name is longer in a file; longer ones are cut when written.
const LONGEST_NAME: usize = 4096;

//! Traces as text: the STD format of RAPID and its relatives, and what we add to it.
//!
//! Public tools for prediction exchange traces with one event a line, `T0|r(V1)|345`: thread, operation with its object, location. To read
//! that format makes their traces ours to predict from, and ours theirs to compare with. It has six operations; a [history](crate::history)
//! has more, so there are more words here. Everything that those tools write means here what it means there.
//!
//! | word | also | means |
//! |---|---|---|
//! | `r(V)`, `w(V)` | `read`, `write` | plain access |
//! | `vr(V)`, `vw(V)` | | access that is itself synchronisation: volatile, atomic |
//! | `u(V)` | `update`, `rmw` | atomic read and write |
//! | `acq(L)`, `rel(L)` | `acquire`, `lock`; `release`, `unlock` | lock; taken again by its holder as often as one likes |
//! | `racq(L)`, `rrel(L)` | `acq_r`, `racquire`, `rlock`; `rel_r`, `rrelease`, `runlock` | lock, shared with other readers |
//! | `try(L)`, `rtry(L)` | `trylock` | took the lock, would not have waited for it |
//! | `refused(L)`, `rrefused(L)` | | did not get the lock, and did not wait for it |
//! | `fork(T)`, `join(T)` | | thread |
//! | `begin(T)`, `end(T)`, `T` being the thread itself | | thread's start and end; nobody needs to write them |
//! | `begin`, `end`, `begin(B)`, `end(B)`, `B` being anything else | | not events: the bounds of a block that should be atomic (RAPID: a transaction), which may be called something |
//! | `wait(L,C)` | | gives the lock back, waits for the condition |
//! | `wake(L,C)`, `timeout(L,C)` | | has the lock again: was notified; was not |
//! | `notify(C)`, `notifyAll(C)` | `signal`; `notify_all`, `broadcast` | notifies one, all |
//! | `up(S)`, `down(S)`, `up(S,3)`, `down(S,3)` | | gives, takes so many permits of a semaphore; one, if nothing is said |
//! | `permits(S,3)` | | not an event: the semaphore has so many permits now. Thread and location mean nothing |
//! | `quiet(V)` | | not an event: what is done to the variable breaks no block. Thread and location mean nothing |
//! | `countdown(G)`, `await(G)` | | latch |
//! | `arrive(B)`, `pass(B)` | | at a barrier; is let through. In its third generation this is `countdown(B#3)`, `await(B#3)` |
//! | `unpark(T)`, `park` | | gives a thread its permit; used it up |
//!
//! - `wait(L)`, `wake(L)` and `timeout(L)` are short for a condition with the lock's name, as in Java every lock has one.
//! - A fourth column, `T0|r(V1)|345|=17`, is the value that was read or written. It can be any text: equal texts are equal values.
//! - Blocks may be nested: an `end` ends the last that its thread has begun, whatever it is called. One that is never ended ends with the
//!   trace. A lock is no block: what should be atomic a trace must say.
//! - `branch`, `enter`, `exit`, `dummy`, and `req`, which an acquire follows, are skipped. Other words are errors: to leave out an operation
//!   that synchronises would predict what cannot be.
//! - A barrier's generation is over when the first thread passes. With more threads than parties that can be a thread too late; then
//!   something is missed.
//! - A name is any text without `|`, not empty, spaces around it aside; that of a condition has no comma either. A location may be empty.
//! - `x #2` is the second thing that is called `x`: another one, that reports call `x`.
//! - A location such as `Account.java:10`, or `bank.Account.deposit(Account.java:10)`, is one of a source; any other is a name.
//! - Blank lines, and lines that begin with `#`, are skipped. Lines may end in CR LF. Input in gzip is recognised by how it begins.
//!
//! What is read is checked as strictly as a recorded run: a release without its acquire, or an event of a thread that was not forked yet,
//! would make predictions of it worthless. What is numbered is numbered in the order in which it appears; [`Names`] knows the way back.

mod barriers;
mod error;
mod ill_formed;
mod line;
mod lines;
mod names;
mod numbering;
mod operation;
mod reader;
mod source;
mod writable;
mod write;

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

pub use error::{Problem, ReadError};
pub use lines::Lines;
pub use names::Names;
pub use write::write;

use crate::history::History;

/// A trace that was read.
#[derive(Clone, Debug)]
pub struct TextTrace {
    /// The events.
    pub history: History,
    /// What the numbers stand for.
    pub names: Names,
    /// Where each event was.
    pub lines: Lines,
    /// Whether the whole trace was read, and not only its beginning.
    pub complete: bool,
}

/// Events are numbered with 32 bits.
const MOST_EVENTS: usize = u32::MAX as usize - 1;

/// Reads a trace, plain or in gzip.
///
/// ```
/// let trace = deadheat_predict::text::read("main|w(x)|A.java:3\nmain|fork(other)|A.java:4\nother|r(x)|A.java:9\n".as_bytes())?;
/// assert_eq!(trace.history.events().len(), 3);
/// assert_eq!(trace.names.threads, ["main", "other"]);
/// # Ok::<(), deadheat_predict::text::ReadError>(())
/// ```
///
/// # Errors
/// If it cannot be read, is no trace, or something in it cannot have happened; with the line.
pub fn read(input: impl BufRead) -> Result<TextTrace, ReadError> {
    source::lines_of(input, MOST_EVENTS)
}

/// Reads a trace from a file, plain or in gzip, whatever its name.
///
/// # Errors
/// Like [`read`], with the file.
pub fn open(path: impl AsRef<Path>) -> Result<TextTrace, ReadError> {
    open_up_to(path, MOST_EVENTS)
}

/// Reads so many events of a trace at most: the beginning of a trace is a trace.
///
/// # Errors
/// Like [`open`].
pub fn open_up_to(path: impl AsRef<Path>, most: usize) -> Result<TextTrace, ReadError> {
    let path = path.as_ref();
    let file = File::open(path).map_err(|error| ReadError { file: None, line: None, problem: Problem::Io(error) });
    let trace = file.and_then(|file| source::lines_of(BufReader::with_capacity(source::BUFFER, file), most));
    trace.map_err(|error| ReadError { file: Some(path.to_owned()), ..error })
}

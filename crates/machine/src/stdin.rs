//! The process's standard input, read once and remembered, so that every path reads the same bytes.
//!
//! A read may last for ever, and time is bounded. So what may block is read by a thread of its own, a piece at a time and only when
//! a guest asks; who waits for it looks at the [brake] meanwhile, and leaves.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::os::fd::AsFd;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::brake;

/// In a search so much of the input is read beforehand, so that what is available is the same on all paths; more only when it is asked
/// for.
const BEFOREHAND: usize = 64 << 20;

/// More input than this is not remembered: an endless one would take all memory.
const MOST: usize = 1 << 30;

/// How much is read at a time.
const PIECE: usize = 1 << 16;

/// How long to wait between two looks at the brake.
const LOOK_EVERY: Duration = Duration::from_millis(20);

struct Input {
    bytes: Vec<u8>,
    ended: bool,
    /// A thread is reading.
    reading: bool,
    /// How many bytes guests have asked for, the end of the input included: what their runs depend on.
    asked: usize,
}

static INPUT: Mutex<Input> = Mutex::new(Input { bytes: Vec::new(), ended: false, reading: false, asked: 0 });
static MORE: Condvar = Condvar::new();

fn input() -> MutexGuard<'static, Input> {
    INPUT.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Input {
    fn take_in(&mut self, piece: io::Result<&[u8]>) {
        match piece {
            Ok([]) => self.ended = true,
            Ok(piece) => self.bytes.extend_from_slice(piece),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => self.ended = true,
        }
    }
}

/// Makes sure that there is a byte at `position`, unless the input has ended or time is over. A terminal or pipe of a guest that is
/// simply run is read piece by piece; in a search all should be known beforehand.
fn fill(mut input: MutexGuard<'static, Input>, position: usize, live: bool) -> MutexGuard<'static, Input> {
    let file = is_file();
    let whole = !live && !io::stdin().is_terminal() || file;
    while !input.ended
        && input.bytes.len() < MOST
        && (input.bytes.len() <= position || whole && input.bytes.len() < BEFOREHAND)
    {
        if brake::is_pulled() {
            break;
        }
        input = more(input, file);
    }
    input
}

/// Reads a piece, or waits a little for one.
fn more(mut input: MutexGuard<'static, Input>, is_file: bool) -> MutexGuard<'static, Input> {
    if is_file {
        let mut piece = [0; PIECE];
        let read = io::stdin().read(&mut piece);
        input.take_in(read.map(|n| &piece[..n]));
        return input;
    }
    if !input.reading {
        input.reading = true;
        std::thread::spawn(|| {
            let mut piece = [0; PIECE];
            let read = io::stdin().read(&mut piece);
            let mut input = self::input();
            input.take_in(read.map(|n| &piece[..n]));
            input.reading = false;
            MORE.notify_all();
        });
    }
    MORE.wait_timeout(input, LOOK_EVERY).unwrap_or_else(PoisonError::into_inner).0
}

/// All of the input, for a guest that gets it when it starts, because nobody can tell when it asks. None if time is over before it ends.
#[must_use]
pub fn whole() -> Option<Vec<u8>> {
    let mut input = input();
    let file = is_file();
    while !input.ended && input.bytes.len() < MOST {
        if brake::is_pulled() {
            return None;
        }
        input = more(input, file);
    }
    Some(input.bytes.clone())
}

fn is_file() -> bool {
    let fd = io::stdin().as_fd().try_clone_to_owned();
    fd.and_then(|fd| File::from(fd).metadata()).is_ok_and(|m| m.is_file())
}

/// Up to `into.len()` bytes from `position` on; 0 at the end, and when time is over.
///
/// # Errors
/// If there is more than can be remembered.
pub fn read(position: u64, into: &mut [u8], live: bool) -> io::Result<usize> {
    let position = usize::try_from(position).unwrap_or(usize::MAX);
    let mut input = fill(input(), position, live);
    let rest = input.bytes.get(position..).unwrap_or_default();
    let n = rest.len().min(into.len());
    into[..n].copy_from_slice(&rest[..n]);
    input.asked = input.asked.max(position.saturating_add(n.max(1)));
    if n == 0 && !into.is_empty() && !input.ended && input.bytes.len() >= MOST {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(n)
}

/// Bytes that can be read from `position` on without waiting.
#[must_use]
pub fn available(position: u64, live: bool) -> u64 {
    let mut input = input();
    if is_file() || !live && !io::stdin().is_terminal() {
        input = fill(input, 0, live);
    }
    input.asked = input.asked.max(1);
    (input.bytes.len() as u64).saturating_sub(position)
}

/// What guests have read of the input so far, and all else that is known of it; `None` if no guest has asked for any.
#[must_use]
pub fn seen() -> Option<Vec<u8>> {
    let input = input();
    (input.asked > 0).then(|| input.bytes.clone())
}

/// Takes these bytes for the whole input.
pub fn give(bytes: Vec<u8>) {
    let mut input = input();
    (input.bytes, input.ended) = (bytes, true);
}

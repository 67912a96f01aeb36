//! The process's standard input, read once and remembered, so that every path reads the same bytes.

use std::fs::File;
use std::io::{IsTerminal, Read};
use std::os::fd::AsFd;
use std::sync::{Mutex, MutexGuard};

struct Input {
    bytes: Vec<u8>,
    ended: bool,
}

static INPUT: Mutex<Input> = Mutex::new(Input { bytes: Vec::new(), ended: false });

fn input() -> MutexGuard<'static, Input> {
    INPUT.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl Input {
    /// Makes sure that there is a byte at `position` unless the input has ended. A terminal or pipe of a guest that is
    /// simply run is read piece by piece; in a search all must be known beforehand.
    fn fill(&mut self, position: usize, live: bool) {
        let whole = !live && !std::io::stdin().is_terminal() || is_file();
        while !self.ended && (whole || self.bytes.len() <= position) {
            let mut piece = [0; 8192];
            match std::io::stdin().read(&mut piece) {
                Ok(0) => self.ended = true,
                Ok(n) => self.bytes.extend_from_slice(&piece[..n]),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(_) => self.ended = true,
            }
        }
    }
}

fn is_file() -> bool {
    let fd = std::io::stdin().as_fd().try_clone_to_owned();
    fd.and_then(|fd| File::from(fd).metadata()).is_ok_and(|m| m.is_file())
}

/// Up to `into.len()` bytes from `position` on; 0 at the end.
pub fn read(position: u64, into: &mut [u8], live: bool) -> usize {
    let mut input = input();
    let position = usize::try_from(position).unwrap_or(usize::MAX);
    input.fill(position, live);
    let rest = input.bytes.get(position..).unwrap_or_default();
    let n = rest.len().min(into.len());
    into[..n].copy_from_slice(&rest[..n]);
    n
}

/// Bytes that can be read from `position` on without waiting.
pub fn available(position: u64, live: bool) -> u64 {
    let mut input = input();
    if is_file() || !live && !std::io::stdin().is_terminal() {
        input.fill(0, live);
    }
    (input.bytes.len() as u64).saturating_sub(position)
}

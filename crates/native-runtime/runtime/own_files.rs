//! Files in copies of the process.
//!
//! A copy has the same open files, and shares with the original where it reads and writes in them: what one reads, the other misses. So a
//! copy opens its regular files anew, under their old numbers, and goes to where the original stands. What is written is still written to
//! the same file, by all copies.

use crate::sys;

const OPEN: usize = 2;
const CLOSE: usize = 3;
const FSTAT: usize = 5;
const LSEEK: usize = 8;
const FCNTL: usize = 72;
const DUP3: usize = 292;

/// After so many numbers without a file no more are looked for.
const GAP: usize = 32;

/// Opens the regular files of a fresh copy anew.
pub fn separate() {
    let mut unused = 0;
    let mut descriptor = 0;
    while unused < GAP {
        match is_regular(descriptor) {
            None => unused += 1,
            Some(is_regular) => {
                unused = 0;
                // What is shown to the user goes on where the last copy has stopped; what is kept has a file of its own already.
                if is_regular && !matches!(descriptor, 1 | 2) {
                    reopen(descriptor);
                }
            }
        }
        descriptor += 1;
    }
}

/// Whether an open file is a regular one; none if there is no such file.
fn is_regular(descriptor: usize) -> Option<bool> {
    const MODE_AT: usize = 6;
    const KIND: u32 = 0o170_000;
    const REGULAR: u32 = 0o100_000;
    let mut status = [0u32; 36];
    // SAFETY: the kernel writes 144 bytes.
    let failed = unsafe { sys::call(FSTAT, descriptor, status.as_mut_ptr() as usize, 0, 0, 0, 0) } < 0;
    (!failed).then_some(status[MODE_AT] & KIND == REGULAR)
}

fn reopen(descriptor: usize) {
    const GET_FLAGS: usize = 3;
    const GET_CLOSE_ON_EXEC: usize = 1;
    const O_CLOEXEC: usize = 0o2_000_000;
    /// What would change the file: to create it, or to empty it.
    const CHANGES: usize = 0o100 | 0o200 | 0o1000;
    let mut path = *b"/proc/self/fd/\0\0\0\0\0\0\0\0";
    const NAME_AT: usize = 14;
    let digits = descriptor.checked_ilog10().unwrap_or(0) as usize + 1;
    let mut rest = descriptor;
    for at in (NAME_AT..NAME_AT + digits).rev() {
        path[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    // SAFETY: the path ends with a zero; nothing of the guest runs meanwhile.
    unsafe {
        let at = sys::call(LSEEK, descriptor, 0, 1, 0, 0, 0);
        let flags = sys::call(FCNTL, descriptor, GET_FLAGS, 0, 0, 0, 0);
        let close = sys::call(FCNTL, descriptor, GET_CLOSE_ON_EXEC, 0, 0, 0, 0);
        if at < 0 || flags < 0 {
            return;
        }
        let new = sys::call(OPEN, path.as_ptr() as usize, flags as usize & !CHANGES, 0, 0, 0, 0);
        // A file that may no longer be opened stays shared.
        if new < 0 {
            return;
        }
        sys::call(LSEEK, new as usize, at as usize, 0, 0, 0, 0);
        sys::call(DUP3, new as usize, descriptor, if close & 1 != 0 { O_CLOEXEC } else { 0 }, 0, 0, 0);
        sys::call(CLOSE, new as usize, 0, 0, 0, 0, 0);
    }
}

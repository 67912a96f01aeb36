//! Files that the guest opens by name: deadheat is told which, for its witnesses, and may say which file to take instead.
//!
//! Only what is asked of the C library's functions is noticed, not what the C library opens for itself.

use core::ffi::{CStr, c_char, c_int, c_void};
use core::sync::atomic::Ordering::{Acquire, Relaxed};

use crate::control;
use crate::global::Global;
use crate::protocol::{OPENED, opened};
use crate::real::real;
use crate::switch;

/// The path that is opened, and then the one to open.
static PATH: Global<(*const c_char, bool)> = Global::new((core::ptr::null(), false));

/// The guest opens a file: the path of the one to open.
fn opening(path: *const c_char, writes: bool) -> *const c_char {
    if path.is_null() || !control::is_on() {
        return path;
    }
    *PATH.get() = (path, writes);
    // SAFETY: it uses nothing of its caller's.
    unsafe { switch::aside(0, tell) };
    PATH.get().0
}

extern "C" fn tell(_: usize) {
    let (path, writes) = *PATH.get();
    // SAFETY: the guest's own text; where it has none, the kernel would be given none either.
    let name = unsafe { CStr::from_ptr(path) }.to_bytes();
    note(if writes { opened::WRITES } else { opened::READS }, name);
    if !writes && let Some(other) = instead(name) {
        PATH.get().0 = other;
    }
}

/// Adds a file to those that deadheat knows of. All copies of the process share that list, and add to its end.
fn note(kind: u8, name: &[u8]) {
    let header = control::header();
    let length = (header.opened_length.load(Acquire) as usize).min(OPENED);
    let is_same = |at: usize, byte: u8| header.opened[at].load(Relaxed) == byte;
    let whole = || core::iter::once(kind).chain(name.iter().copied()).chain(core::iter::once(0));
    let size = name.len() + 2;
    let mut start = 0;
    while start < length {
        let rest = start..length;
        if rest.len() >= size && rest.clone().zip(whole()).all(|(at, byte)| is_same(at, byte)) {
            return;
        }
        start = rest.clone().find(|at| is_same(*at, 0)).unwrap_or(length) + 1;
    }
    if length + size > OPENED {
        return;
    }
    let at = header.opened_length.fetch_add(size as u32, Acquire) as usize;
    for (place, byte) in header.opened.iter().skip(at).zip(whole()) {
        place.store(byte, Relaxed);
    }
}

/// The file that is to be opened instead, if there is one.
fn instead(name: &[u8]) -> Option<*const c_char> {
    let header = control::header();
    let mut rest = header.instead.get(..header.instead_length as usize)?;
    loop {
        let (path, behind) = cut(rest)?;
        let (other, behind) = cut(behind)?;
        if path.to_bytes() == name {
            return Some(other.as_ptr());
        }
        rest = behind;
    }
}

/// A text up to its zero, and what is behind it.
fn cut(bytes: &[u8]) -> Option<(&CStr, &[u8])> {
    let text = CStr::from_bytes_until_nul(bytes).ok()?;
    Some((text, &bytes[text.to_bytes_with_nul().len()..]))
}

fn may_write(flags: c_int) -> bool {
    const ACCESS: c_int = 3;
    flags & ACCESS != 0
}

/// Makes a symbol for each of these functions, which a program may have a function of its own for, by the same name.
macro_rules! weak {
    ($($name:ident => $to:path;)*) => {$(
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        unsafe extern "C" fn $name() {
            core::arch::naked_asm!(concat!(".weak ", stringify!($name)), "jmp {to}", to = sym $to)
        }
    )*};
}

/// Functions that open a path; some of them have no third argument, and do not look at it.
macro_rules! openers {
    ($($name:ident $to:ident)*) => {
        $(extern "C" fn $to(path: *const c_char, flags: c_int, mode: u32) -> c_int {
            let path = opening(path, may_write(flags));
            real!($name(path => *const c_char, flags => c_int, mode => u32) -> c_int)
        })*
        weak! { $($name => $to;)* }
    };
}

openers! { open open_path open64 open64_path __open_2 open_checked __open64_2 open64_checked }

/// The same, seen from a folder: only the present one.
macro_rules! openers_from {
    ($($name:ident $to:ident)*) => {
        $(extern "C" fn $to(folder: c_int, path: *const c_char, flags: c_int, mode: u32) -> c_int {
            const HERE: c_int = -100;
            let path = if folder == HERE { opening(path, may_write(flags)) } else { path };
            real!($name(folder => c_int, path => *const c_char, flags => c_int, mode => u32) -> c_int)
        })*
        weak! { $($name => $to;)* }
    };
}

openers_from! { openat open_from openat64 open64_from __openat_2 open_from_checked __openat64_2 open64_from_checked }

/// Whether a stream of this mode can be written to.
fn stream_may_write(mode: *const c_char) -> bool {
    // SAFETY: the guest's own text.
    !mode.is_null() && unsafe { CStr::from_ptr(mode) }.to_bytes().iter().any(|letter| b"wa+".contains(letter))
}

/// Functions that open a stream.
macro_rules! streams {
    ($($name:ident $to:ident)*) => {
        $(extern "C" fn $to(path: *const c_char, mode: *const c_char, stream: *mut c_void) -> *mut c_void {
            let path = opening(path, stream_may_write(mode));
            real!($name(path => *const c_char, mode => *const c_char, stream => *mut c_void) -> *mut c_void)
        })*
        weak! { $($name => $to;)* }
    };
}

streams! { fopen open_stream fopen64 open_stream64 freopen reopen_stream freopen64 reopen_stream64 }

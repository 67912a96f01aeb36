//! Files that are in memory only, and have no name.

use std::ffi::CStr;
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd};

/// A fresh one; the kernel shows what it is called in `/proc`.
pub fn create(called: &CStr) -> io::Result<File> {
    // SAFETY: the text has a zero behind it; the descriptor is owned by the file.
    unsafe {
        let descriptor = libc::memfd_create(called.as_ptr(), libc::MFD_CLOEXEC);
        if descriptor < 0 { Err(io::Error::last_os_error()) } else { Ok(File::from_raw_fd(descriptor)) }
    }
}

/// A path by which this process and its children open it: each of them from its beginning.
pub fn path_of(file: &File) -> String {
    format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd())
}

//! The memory that deadheat shares with all copies of a guest's process.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;

use deadheat_native_runtime::protocol::{BOARD_SIZE, Header, NODES, NODES_OFFSET, Node, SLOTS, SLOTS_OFFSET, Slot};

use super::memory_file;

/// A board, mapped. What a guest writes there is believed in nothing but that it is bytes: every number is checked where it is used.
pub struct Board {
    file: File,
    base: *mut u8,
}

// SAFETY: the memory stays mapped for as long as the board lives. Tables in it are atomic; a slot is only read and written by the one machine
// that owns its process, while that process waits.
unsafe impl Send for Board {}
// SAFETY: as above.
unsafe impl Sync for Board {}

impl Board {
    /// A fresh board: all zero.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn new() -> io::Result<Self> {
        let file = memory_file::create(c"deadheat")?;
        file.set_len(BOARD_SIZE as u64)?;
        let flags = libc::MAP_SHARED | libc::MAP_NORESERVE;
        // SAFETY: fresh memory over a file that is large enough.
        let base = unsafe {
            libc::mmap(std::ptr::null_mut(), BOARD_SIZE, libc::PROT_READ | libc::PROT_WRITE, flags, file.as_raw_fd(), 0)
        };
        if base == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        Ok(Self { file, base: base.cast() })
    }

    /// The file that a guest maps.
    #[must_use]
    pub fn file(&self) -> &File {
        &self.file
    }

    /// The header.
    #[must_use]
    pub fn header(&self) -> *mut Header {
        self.base.cast()
    }

    /// A node of the table of stacks: where in the code, and the number of the caller's stack. None where there is none.
    #[must_use]
    pub fn node(&self, number: u32) -> Option<(u64, u32)> {
        use std::sync::atomic::Ordering::Acquire;
        if number == 0 || number as usize >= NODES {
            return None;
        }
        // SAFETY: the table is inside the mapping.
        let node = unsafe { &*self.base.add(NODES_OFFSET).cast::<Node>().add(number as usize) };
        let (pc, parent) = (node.pc.load(Acquire), node.parent.load(Acquire));
        (pc != 0 && parent != 0).then_some((pc, parent as u32))
    }

    /// A slot.
    ///
    /// # Panics
    /// If there is no such slot.
    #[must_use]
    pub fn slot(&self, number: u32) -> *mut Slot {
        assert!((number as usize) < SLOTS, "slots are handed out by number");
        // SAFETY: inside the mapping.
        unsafe { self.base.add(SLOTS_OFFSET).cast::<Slot>().add(number as usize) }
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        // SAFETY: mapped by `new`, and nothing refers to it any more.
        unsafe { libc::munmap(self.base.cast(), BOARD_SIZE) };
    }
}

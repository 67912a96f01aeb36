//! What a thread will do next, and what keeps it from doing so.

use crate::protocol::{NO_THREAD, blocked, op};
use crate::threads::Thread;

/// What stands in the way: a kind of [`blocked`], and a thread, if it is one.
pub type Blocked = (u32, u32);

/// Nothing does.
pub const FREE: Blocked = (blocked::NO, NO_THREAD);

/// A visible operation, before it is done.
#[derive(Clone, Copy)]
pub struct Pending {
    /// See [`op`].
    pub op: u32,
    /// See [`flag`](crate::protocol::flag).
    pub flags: u32,
    /// The memory, lock or condition that it is about.
    pub address: usize,
    /// The lock of a condition.
    pub lock: usize,
    /// The bytes of an access; the permits of a semaphore.
    pub size: u32,
    /// The thread that it is about.
    pub other: u32,
    /// Where in the code: a return address.
    pub pc: usize,
    /// When the wait ends by itself, on the virtual clock; 0 for never.
    pub deadline: u64,
    /// Whether something stands in the way now.
    pub blocked: fn(&Thread) -> Blocked,
    /// The position is that of the compilers' own call, in the function that was entered last.
    pub is_direct: bool,
}

impl Pending {
    pub const fn new(op: u32, address: usize, pc: usize) -> Self {
        Self {
            op,
            flags: 0,
            address,
            lock: 0,
            size: 0,
            other: NO_THREAD,
            pc,
            deadline: 0,
            blocked: never,
            is_direct: false,
        }
    }

    pub const fn flags(mut self, flags: u32) -> Self {
        self.flags = flags;
        self
    }

    pub const fn size(mut self, size: u32) -> Self {
        self.size = size;
        self
    }

    pub const fn lock(mut self, lock: usize) -> Self {
        self.lock = lock;
        self
    }

    pub const fn other(mut self, other: u32) -> Self {
        self.other = other;
        self
    }

    pub const fn deadline(mut self, deadline: u64) -> Self {
        self.deadline = deadline;
        self
    }

    pub const fn direct(mut self) -> Self {
        self.is_direct = true;
        self
    }

    pub const fn blocked(mut self, blocked: fn(&Thread) -> Blocked) -> Self {
        self.blocked = blocked;
        self
    }

    /// Whether others should go first after it.
    pub const fn is_yield(&self) -> bool {
        matches!(self.op, op::YIELD | op::SLEEP)
    }
}

fn never(_: &Thread) -> Blocked {
    FREE
}

//! The threads of the guest: a record for each, and which one runs.

use core::sync::atomic::Ordering;

use crate::digest::Digest;
use crate::global::Global;
use crate::pending::Pending;
use crate::protocol::{HELD, THREADS};
use crate::shadow_stack::Calls;
use crate::spinning::Moments;
use crate::{control, crash, sys};

/// A thread of the guest.
pub struct Thread {
    pub id: u32,
    /// Where it left off.
    pub stack_pointer: usize,
    /// The base of its thread-local storage, which is also its `pthread_t`.
    pub local_base: usize,
    pub stack_low: usize,
    pub stack_high: usize,
    /// Where the guest's own frames begin.
    pub stack_top: usize,
    /// Moments in which it only looked.
    pub moments: Moments,
    pub pending: Pending,
    /// How its wait was ended, if not by what it waited for: [`flag::TIMED_OUT`](crate::protocol::flag), `SPURIOUS`, or 0.
    pub wake: u32,
    /// Whether it was notified, or given its permit.
    pub notified: bool,
    /// When it began to wait, among all waits.
    pub waiting_since: u64,
    pub status: Status,
    pub is_detached: bool,
    pub result: usize,
    /// What it has done and seen.
    pub digest: Digest,
    pub calls: Calls,
    pub held: [Held; HELD],
    pub held_count: usize,
    /// How many threads it has started, and blocks made.
    pub started: u32,
    pub blocks: u64,
    /// The innermost cleanup handler of C's that waits to be called, and the result with which the thread is ending.
    pub cleanup: usize,
    pub start: Option<extern "C" fn(usize) -> usize>,
    pub argument: usize,
    pub name: [u8; 16],
    /// Whether what is told of it has changed since the last report.
    pub is_dirty: bool,
    /// The task of OpenMP that it is, or is in; 0 if there is none.
    pub task: usize,
    /// Its thread-local storage is not its alone, and stays when it ends.
    pub keeps_storage: bool,
}

/// How a thread stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Live,
    Ended,
}

/// A lock that a thread holds.
#[derive(Clone, Copy)]
pub struct Held {
    pub address: usize,
    pub mode: u32,
    pub depth: u32,
}

static TABLE: Global<[*mut Thread; THREADS]> = Global::new([core::ptr::null_mut(); THREADS]);
static LIVE: Global<([u32; THREADS], usize)> = Global::new(([0; THREADS], 0));
static CURRENT: Global<*mut Thread> = Global::new(core::ptr::null_mut());

/// The thread that runs. There is one as soon as the guest is controlled.
#[inline(always)]
pub fn current() -> &'static mut Thread {
    // SAFETY: records are never freed; see `Global` for why there is only one reference in use.
    unsafe { &mut **CURRENT.get() }
}

pub fn set_current(thread: &'static mut Thread) {
    *CURRENT.get() = thread;
}

pub fn is_running(thread: &Thread) -> bool {
    core::ptr::eq(*CURRENT.get(), thread)
}

/// The thread with this number, if there was ever one.
pub fn get(id: u32) -> Option<&'static mut Thread> {
    let at = *TABLE.get().get(id as usize)?;
    // SAFETY: as in `current`.
    unsafe { at.as_mut() }
}

/// The numbers of the threads that live, in order.
pub fn live() -> &'static [u32] {
    let (list, count) = LIVE.get();
    &list[..*count]
}

/// A record for a thread with this number, which does not live yet.
pub fn create(id: u32) -> &'static mut Thread {
    let memory = sys::map(0, size_of::<Thread>().next_multiple_of(sys::PAGE)).cast::<Thread>();
    if memory.is_null() {
        crash::fault("no memory for a thread");
    }
    let thread = Thread {
        id,
        stack_pointer: 0,
        local_base: 0,
        stack_low: 0,
        stack_high: 0,
        stack_top: 0,
        moments: Moments::new(),
        pending: Pending::new(crate::protocol::op::BEGIN, 0, 0),
        wake: 0,
        notified: false,
        waiting_since: 0,
        status: Status::Live,
        is_detached: false,
        result: 0,
        digest: crate::digest::of(id.into(), 1),
        calls: Calls::new(),
        held: [Held { address: 0, mode: 0, depth: 0 }; HELD],
        held_count: 0,
        started: 0,
        blocks: 0,
        cleanup: 0,
        start: None,
        argument: 0,
        name: [0; 16],
        is_dirty: true,
        task: 0,
        keeps_storage: false,
    };
    // SAFETY: fresh memory of the right size.
    unsafe { memory.write(thread) };
    TABLE.get()[id as usize] = memory;
    // SAFETY: just written.
    unsafe { &mut *memory }
}

/// The thread lives from here on.
pub fn add(id: u32) {
    let (list, count) = LIVE.get();
    let at = list[..*count].partition_point(|other| *other < id);
    list.copy_within(at..*count, at + 1);
    list[at] = id;
    *count += 1;
    get(id).into_iter().for_each(|thread| control::tell_status(thread));
}

/// It has ended.
pub fn remove(id: u32) {
    let (list, count) = LIVE.get();
    if let Some(at) = list[..*count].iter().position(|other| *other == id) {
        list.copy_within(at + 1..*count, at);
        *count -= 1;
    }
}

/// The number of the thread that `parent` starts next: the same on all paths on which the parent has done the same.
pub fn name_next(parent: &mut Thread) -> Option<u32> {
    let key = (u64::from(parent.id) << 32 | u64::from(parent.started)) + 1;
    parent.started += 1;
    let names = &control::header().names;
    for (id, name) in names.iter().enumerate().skip(1) {
        let found = match name.load(Ordering::Acquire) {
            0 => name.compare_exchange(0, key, Ordering::AcqRel, Ordering::Acquire).map_or_else(|now| now, |_| key),
            found => found,
        };
        if found == key {
            return Some(id as u32);
        }
    }
    None
}

/// Stacks of threads are in a region of their own, at the same addresses on all paths.
pub const STACKS: usize = 0x3000_0000_0000;
pub const STACK_STRIDE: usize = 1 << 30;

/// The thread on whose stack an address is.
pub fn stack_owner(address: usize) -> Option<&'static mut Thread> {
    if let Some(number) = address.checked_sub(STACKS).map(|offset| offset / STACK_STRIDE)
        && number < THREADS
    {
        return get(number as u32);
    }
    get(0).filter(|main| (main.stack_low..main.stack_high).contains(&address))
}

/// An address on the stack that the process began with, in use for as long as there is a `main`.
pub fn main_stack_pointer() -> usize {
    get(0).map_or(0, |main| main.stack_top)
}

/// The thread with this `pthread_t`.
pub fn by_handle(handle: usize) -> Option<&'static mut Thread> {
    let of_region = stack_owner(handle).filter(|thread| thread.local_base == handle);
    of_region.or_else(|| get(0).filter(|main| main.local_base == handle))
}

/// A thread takes a lock: `true` if it is the first time.
pub fn hold(thread: &mut Thread, address: usize, mode: u32) -> bool {
    thread.is_dirty = true;
    let count = thread.held_count;
    if let Some(held) = thread.held[..count].iter_mut().find(|held| held.address == address && held.mode == mode) {
        held.depth += 1;
        return false;
    }
    if count < HELD {
        thread.held[count] = Held { address, mode, depth: 1 };
        thread.held_count += 1;
    }
    true
}

/// It gives one back: `true` if it was the last time.
pub fn let_go(thread: &mut Thread, address: usize, mode: u32) -> bool {
    thread.is_dirty = true;
    let count = thread.held_count;
    let Some(at) = thread.held[..count].iter().rposition(|held| held.address == address && held.mode == mode) else {
        return true;
    };
    thread.held[at].depth -= 1;
    if thread.held[at].depth > 0 {
        return false;
    }
    thread.held.copy_within(at + 1..count, at);
    thread.held_count -= 1;
    true
}

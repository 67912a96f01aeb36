//! Locks that a library makes of atomic operations, such as those of Rust's standard library.
//!
//! Deadheat knows from the debug information which code takes, tries and gives back such a lock (`lock_site`). An atomic operation there
//! is told as what it means, and a thread that would have to wait for the lock stops *before* it, until the lock is free: so the library's
//! own ways of waiting are never used, as with the locks of Java's library.

use crate::atomics::Found;
use crate::control::{self, Event};
use crate::pending::{Blocked, FREE, Pending};
use crate::protocol::{NO_THREAD, blocked, flag, lock_site, op};
use crate::shadow_stack;
use crate::threads::{self, Thread};

/// These bits of a lock count its readers; all of them set: it has a writer.
const READERS: u32 = (1 << 30) - 1;

/// What the code that the running thread is in does to a lock, if it does.
#[inline]
pub fn site(pc: usize) -> Option<u32> {
    let header = control::header();
    if header.lock_site_count == 0 {
        return None;
    }
    let sites = header.lock_sites.get(..header.lock_site_count as usize)?;
    let kind_at = |pc: usize| {
        let at = sites.partition_point(|site| site.end < pc as u64);
        sites.get(at).filter(|site| site.start < pc as u64).map(|site| site.kind)
    };
    shadow_stack::is_in(threads::current(), pc, kind_at)
}

fn word(address: usize) -> u32 {
    // SAFETY: the guest's own lock.
    unsafe { (address as *const u32).read_volatile() }
}

fn owner(address: usize) -> u32 {
    let holds = |thread: &&mut Thread| thread.held[..thread.held_count].iter().any(|held| held.address == address);
    threads::live().iter().filter_map(|id| threads::get(*id)).find(holds).map_or(NO_THREAD, |thread| thread.id)
}

fn is_taken(thread: &Thread) -> Blocked {
    let address = thread.pending.address;
    if word(address) == 0 { FREE } else { (blocked::LOCK, owner(address)) }
}

fn is_written(thread: &Thread) -> Blocked {
    let address = thread.pending.address;
    if word(address) & READERS == READERS { (blocked::LOCK, owner(address)) } else { FREE }
}

/// Makes the atomic operation of this kind at such a site; none if it is no part of taking or giving.
pub fn operate(site: u32, kind: u32, address: usize, pc: usize, act: &dyn Fn() -> Found) -> Option<Found> {
    let reads = kind == op::READ;
    let (operation, mode, blocked): (u32, u32, fn(&Thread) -> Blocked) = match (site, reads) {
        (lock_site::LOCK | lock_site::WRITE, false) => (op::ACQUIRE, 0, is_taken),
        (lock_site::READ, true) => (op::ACQUIRE, flag::SHARED, is_written),
        (lock_site::TRY_LOCK, false) | (lock_site::TRY_WRITE, true) => (op::TRY_ACQUIRE, 0, never),
        (lock_site::TRY_READ, true) => (op::TRY_ACQUIRE, flag::SHARED, never),
        (lock_site::UNLOCK | lock_site::WRITE_UNLOCK, false) => (op::RELEASE, 0, never),
        (lock_site::READ_UNLOCK, false) => (op::RELEASE, flag::SHARED, never),
        // The thread has looked, and no other has run since: this takes the lock.
        (lock_site::READ | lock_site::TRY_READ | lock_site::TRY_WRITE, false) => {
            let mode = if site == lock_site::TRY_WRITE { 0 } else { flag::SHARED };
            let kind = if site == lock_site::READ { op::ACQUIRE } else { op::TRY_ACQUIRE };
            let found = act();
            take(&Pending::new(kind, address, pc).flags(mode));
            return Some(found);
        }
        _ => return None,
    };
    let pending = Pending::new(operation, address, pc).flags(mode).blocked(blocked);
    control::arrive(pending);
    let found = act();
    let looks_only = reads && found.new.is_none();
    match operation {
        op::RELEASE => {
            threads::let_go(threads::current(), address, mode);
            control::emit(Event::of(&pending));
        }
        op::TRY_ACQUIRE if looks_only => {
            let is_free = if mode == 0 { found.old == 0 } else { found.old as u32 & READERS != READERS };
            if !is_free {
                control::emit(Event::of(&pending));
            }
        }
        op::TRY_ACQUIRE if found.new.is_none() => control::emit(Event::of(&pending)),
        _ if looks_only => {}
        _ => take(&pending),
    }
    Some(found)
}

fn never(_: &Thread) -> Blocked {
    FREE
}

fn take(pending: &Pending) {
    control::emit(Event::of(pending).flags(flag::DONE));
    threads::hold(threads::current(), pending.address, pending.flags & flag::SHARED);
}

/// A lock that the running thread holds by our books, but has given back in code that tells nothing: it waits for a condition. It is taken
/// off the books.
pub fn given_back_unseen(pc: usize) -> Option<usize> {
    let thread = threads::current();
    let held = thread.held[..thread.held_count].iter().find(|held| word(held.address) == 0)?;
    let (address, mode) = (held.address, held.mode);
    threads::let_go(thread, address, mode);
    control::emit(Event::of(&Pending::new(op::RELEASE, address, pc).flags(mode)));
    Some(address)
}

/// The wait is over, and the library's code is about to take the lock again, unseen: the thread stops here until it can.
pub fn take_back(address: usize, pc: usize) {
    let pending = Pending::new(op::ACQUIRE, address, pc).blocked(is_taken);
    control::arrive(pending);
    take(&pending);
}

//! `pthread_rwlock_t`: one writer, or any number of readers. Readers do not wait for writers that wait, as in the C library.

use core::ffi::c_int;

use crate::control::{self, Event};
use crate::crash;
use crate::mutex::visibly;
use crate::pending::{Blocked, FREE, Pending};
use crate::position::with_position;
use crate::protocol::{NO_THREAD, blocked, flag, op};
use crate::real::{EBUSY, EDEADLK, ETIMEDOUT, real};
use crate::threads::{self, Thread};
use crate::time::{self, Timespec};

#[repr(C)]
struct RwLock {
    readers: u32,
    /// The writer's number plus 1.
    writer: u32,
}

fn at(address: usize) -> &'static mut RwLock {
    // SAFETY: the guest's own lock.
    unsafe { &mut *(address as *mut RwLock) }
}

fn obstacle(address: usize, mode: u32) -> Blocked {
    let lock = at(address);
    if lock.writer != 0 {
        (blocked::LOCK, lock.writer - 1)
    } else if mode == 0 && lock.readers > 0 {
        // A single reader is who stands in the way.
        let owner = if lock.readers == 1 { reader(address) } else { NO_THREAD };
        (blocked::LOCK, owner)
    } else {
        FREE
    }
}

fn reader(address: usize) -> u32 {
    let holds = |thread: &&mut Thread| holds(thread, address, flag::SHARED);
    threads::live().iter().filter_map(|id| threads::get(*id)).find(holds).map_or(NO_THREAD, |thread| thread.id)
}

fn holds(thread: &Thread, address: usize, mode: u32) -> bool {
    thread.held[..thread.held_count].iter().any(|held| held.address == address && held.mode == mode)
}

fn is_in_the_way(thread: &Thread) -> Blocked {
    let mode = thread.pending.flags & flag::SHARED;
    if thread.wake != 0 { FREE } else { obstacle(thread.pending.address, mode) }
}

fn take(address: usize, mode: u32, thread: &mut Thread) {
    let lock = at(address);
    if mode == 0 {
        lock.writer = thread.id + 1;
    } else {
        lock.readers += 1;
    }
    threads::hold(thread, address, mode);
}

fn lock(address: usize, mode: u32, deadline: u64, pc: usize) -> c_int {
    control::inside(|| {
        let thread = threads::current();
        if at(address).writer == thread.id + 1 {
            return EDEADLK;
        }
        let again = if mode == flag::SHARED && holds(thread, address, mode) { flag::REENTRANT } else { 0 };
        let (kind, timed) = if deadline == 0 { (op::ACQUIRE, 0) } else { (op::TRY_ACQUIRE, flag::TIMED) };
        let pending =
            Pending::new(kind, address, pc).flags(mode | again | timed).deadline(deadline).blocked(is_in_the_way);
        visibly(&pending);
        if thread.wake != 0 && obstacle(address, mode) != FREE {
            control::emit(Event::of(&pending));
            return ETIMEDOUT;
        }
        control::emit(Event::of(&pending).flags(flag::DONE));
        take(address, mode, thread);
        0
    })
}

fn try_lock(address: usize, mode: u32, pc: usize) -> c_int {
    control::inside(|| {
        let pending = Pending::new(op::TRY_ACQUIRE, address, pc).flags(mode);
        visibly(&pending);
        if obstacle(address, mode) == FREE {
            control::emit(Event::of(&pending).flags(flag::DONE));
            take(address, mode, threads::current());
            0
        } else {
            control::emit(Event::of(&pending));
            EBUSY
        }
    })
}

extern "C" fn unlock_at(address: usize, pc: usize) -> c_int {
    if !control::is_on() {
        return real!(pthread_rwlock_unlock(address => usize) -> c_int);
    }
    control::inside(|| {
        let thread = threads::current();
        let mode = if at(address).writer == thread.id + 1 {
            0
        } else if holds(thread, address, flag::SHARED) {
            flag::SHARED
        } else {
            crash::of_guest("a read-write lock is unlocked that its thread does not hold", pc)
        };
        let is_held = |held: &&threads::Held| held.address == address && held.mode == mode;
        let depth = thread.held[..thread.held_count].iter().find(is_held).map_or(1, |held| held.depth);
        let again = if depth > 1 { flag::REENTRANT } else { 0 };
        let pending = Pending::new(op::RELEASE, address, pc).flags(mode | again);
        visibly(&pending);
        let lock = at(address);
        if mode == 0 {
            lock.writer = 0;
        } else {
            lock.readers -= 1;
        }
        threads::let_go(thread, address, mode);
        control::emit(Event::of(&pending));
        0
    })
}

extern "C" fn read_lock_at(address: usize, pc: usize) -> c_int {
    if control::is_on() {
        lock(address, flag::SHARED, 0, pc)
    } else {
        real!(pthread_rwlock_rdlock(address => usize) -> c_int)
    }
}

extern "C" fn write_lock_at(address: usize, pc: usize) -> c_int {
    if control::is_on() { lock(address, 0, 0, pc) } else { real!(pthread_rwlock_wrlock(address => usize) -> c_int) }
}

extern "C" fn try_read_lock_at(address: usize, pc: usize) -> c_int {
    if control::is_on() {
        try_lock(address, flag::SHARED, pc)
    } else {
        real!(pthread_rwlock_tryrdlock(address => usize) -> c_int)
    }
}

extern "C" fn try_write_lock_at(address: usize, pc: usize) -> c_int {
    if control::is_on() { try_lock(address, 0, pc) } else { real!(pthread_rwlock_trywrlock(address => usize) -> c_int) }
}

extern "C" fn timed_read_lock_at(address: usize, until: *const Timespec, pc: usize) -> c_int {
    if control::is_on() {
        lock(address, flag::SHARED, time::deadline(time::REALTIME, until), pc)
    } else {
        real!(pthread_rwlock_timedrdlock(address => usize, until => *const Timespec) -> c_int)
    }
}

extern "C" fn timed_write_lock_at(address: usize, until: *const Timespec, pc: usize) -> c_int {
    if control::is_on() {
        lock(address, 0, time::deadline(time::REALTIME, until), pc)
    } else {
        real!(pthread_rwlock_timedwrlock(address => usize, until => *const Timespec) -> c_int)
    }
}

extern "C" fn clock_read_lock_at(address: usize, clock: c_int, until: *const Timespec, pc: usize) -> c_int {
    if control::is_on() {
        lock(address, flag::SHARED, time::deadline(clock, until), pc)
    } else {
        real!(pthread_rwlock_clockrdlock(address => usize, clock => c_int, until => *const Timespec) -> c_int)
    }
}

extern "C" fn clock_write_lock_at(address: usize, clock: c_int, until: *const Timespec, pc: usize) -> c_int {
    if control::is_on() {
        lock(address, 0, time::deadline(clock, until), pc)
    } else {
        real!(pthread_rwlock_clockwrlock(address => usize, clock => c_int, until => *const Timespec) -> c_int)
    }
}

extern "C" fn destroy_at(address: usize, pc: usize) -> c_int {
    if !control::is_on() {
        return real!(pthread_rwlock_destroy(address => usize) -> c_int);
    }
    if at(address).writer != 0 || at(address).readers != 0 {
        crash::of_guest("a read-write lock is destroyed while it is locked", pc);
    }
    0
}

with_position! {
    pthread_rwlock_rdlock / 1 => read_lock_at;
    pthread_rwlock_wrlock / 1 => write_lock_at;
    pthread_rwlock_tryrdlock / 1 => try_read_lock_at;
    pthread_rwlock_trywrlock / 1 => try_write_lock_at;
    pthread_rwlock_timedrdlock / 2 => timed_read_lock_at;
    pthread_rwlock_timedwrlock / 2 => timed_write_lock_at;
    pthread_rwlock_clockrdlock / 3 => clock_read_lock_at;
    pthread_rwlock_clockwrlock / 3 => clock_write_lock_at;
    pthread_rwlock_unlock / 1 => unlock_at;
    pthread_rwlock_destroy / 1 => destroy_at;
}

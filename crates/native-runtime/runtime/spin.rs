//! `pthread_spinlock_t`: 1 is free, as in the C library.

use core::ffi::c_int;

use crate::control::{self, Event};
use crate::crash;
use crate::mutex::visibly;
use crate::pending::{Blocked, FREE, Pending};
use crate::position::with_position;
use crate::protocol::{blocked, flag, op};
use crate::real::{EBUSY, real};
use crate::threads::{self, Thread};

const UNLOCKED: u32 = 1;

fn at(address: usize) -> &'static mut u32 {
    // SAFETY: the guest's own lock.
    unsafe { &mut *(address as *mut u32) }
}

/// What a lock holds that this thread has taken.
fn taken(thread: &Thread) -> u32 {
    (thread.id + 1) << 1
}

fn is_in_the_way(thread: &Thread) -> Blocked {
    match *at(thread.pending.address) {
        UNLOCKED => FREE,
        owner => (blocked::LOCK, (owner >> 1).wrapping_sub(1)),
    }
}

fn take(address: usize, pending: &Pending) {
    let thread = threads::current();
    control::emit(Event::of(pending).flags(flag::DONE));
    *at(address) = taken(thread);
    threads::hold(thread, address, 0);
}

extern "C" fn lock_at(address: usize, pc: usize) -> c_int {
    if !control::is_on() {
        return real!(pthread_spin_lock(address => usize) -> c_int);
    }
    control::inside(|| {
        let pending = Pending::new(op::ACQUIRE, address, pc).blocked(is_in_the_way);
        visibly(&pending);
        take(address, &pending);
        0
    })
}

extern "C" fn try_lock_at(address: usize, pc: usize) -> c_int {
    if !control::is_on() {
        return real!(pthread_spin_trylock(address => usize) -> c_int);
    }
    control::inside(|| {
        let pending = Pending::new(op::TRY_ACQUIRE, address, pc);
        visibly(&pending);
        if *at(address) == UNLOCKED {
            take(address, &pending);
            0
        } else {
            control::emit(Event::of(&pending));
            EBUSY
        }
    })
}

extern "C" fn unlock_at(address: usize, pc: usize) -> c_int {
    if !control::is_on() {
        return real!(pthread_spin_unlock(address => usize) -> c_int);
    }
    control::inside(|| {
        let thread = threads::current();
        if *at(address) != taken(thread) {
            crash::of_guest("a spin lock is unlocked that its thread does not hold", pc);
        }
        let pending = Pending::new(op::RELEASE, address, pc);
        visibly(&pending);
        *at(address) = UNLOCKED;
        threads::let_go(thread, address, 0);
        control::emit(Event::of(&pending));
        0
    })
}

with_position! {
    pthread_spin_lock / 1 => lock_at;
    pthread_spin_trylock / 1 => try_lock_at;
    pthread_spin_unlock / 1 => unlock_at;
}

//! The threads of C11. In the C library they are the same as those of POSIX, but call those by ways of their own.

use core::ffi::c_int;

use crate::control;
use crate::position::with_position;
use crate::real::{EBUSY, ETIMEDOUT, real};
use crate::time::{self, Timespec};
use crate::{condition, mutex, thread};

const SUCCESS: c_int = 0;
const BUSY: c_int = 1;
const ERROR: c_int = 2;
const TIMED_OUT: c_int = 4;

/// What C11 calls an error of POSIX.
fn told(error: c_int) -> c_int {
    match error {
        0 => SUCCESS,
        EBUSY => BUSY,
        ETIMEDOUT => TIMED_OUT,
        _ => ERROR,
    }
}

type Start = extern "C" fn(usize) -> usize;

extern "C" fn create_at(handle: *mut usize, start: Start, argument: usize, pc: usize) -> c_int {
    if !control::is_on() {
        return real!(thrd_create(handle => *mut usize, start => Start, argument => usize) -> c_int);
    }
    // The result is an `int`, whose upper half nobody reads.
    let result = control::inside(|| thread::create(handle, core::ptr::null(), start, argument, pc));
    control::arm();
    told(result)
}

extern "C" fn join_at(handle: usize, result: *mut c_int, pc: usize) -> c_int {
    if !control::is_on() {
        return real!(thrd_join(handle => usize, result => *mut c_int) -> c_int);
    }
    let mut whole = 0;
    let error = thread::join_at(handle, &raw mut whole, pc);
    if error == 0 && !result.is_null() {
        // SAFETY: the guest's own variable.
        unsafe { *result = whole as c_int };
    }
    told(error)
}

#[unsafe(no_mangle)]
extern "C" fn thrd_detach(handle: usize) -> c_int {
    if control::is_on() { told(thread::detach(handle)) } else { real!(thrd_detach(handle => usize) -> c_int) }
}

#[unsafe(no_mangle)]
extern "C" fn thrd_exit(result: c_int) -> ! {
    thread::exit(result as usize)
}

extern "C" fn lock_at(address: usize, pc: usize) -> c_int {
    if control::is_on() { told(mutex::lock(address, 0, pc)) } else { real!(mtx_lock(address => usize) -> c_int) }
}

extern "C" fn timed_lock_at(address: usize, until: *const Timespec, pc: usize) -> c_int {
    if control::is_on() {
        told(mutex::lock(address, time::deadline(time::REALTIME, until), pc))
    } else {
        real!(mtx_timedlock(address => usize, until => *const Timespec) -> c_int)
    }
}

extern "C" fn try_lock_at(address: usize, pc: usize) -> c_int {
    if control::is_on() { told(mutex::try_lock_at(address, pc)) } else { real!(mtx_trylock(address => usize) -> c_int) }
}

extern "C" fn unlock_at(address: usize, pc: usize) -> c_int {
    if control::is_on() { told(mutex::unlock_at(address, pc)) } else { real!(mtx_unlock(address => usize) -> c_int) }
}

extern "C" fn wait_at(address: usize, lock: usize, pc: usize) -> c_int {
    if control::is_on() {
        told(condition::wait(address, lock, 0, pc))
    } else {
        real!(cnd_wait(address => usize, lock => usize) -> c_int)
    }
}

extern "C" fn timed_wait_at(address: usize, lock: usize, until: *const Timespec, pc: usize) -> c_int {
    if control::is_on() {
        told(condition::wait(address, lock, time::deadline(time::REALTIME, until), pc))
    } else {
        real!(cnd_timedwait(address => usize, lock => usize, until => *const Timespec) -> c_int)
    }
}

extern "C" fn signal_at(address: usize, pc: usize) -> c_int {
    if control::is_on() {
        told(condition::notify(address, false, pc))
    } else {
        real!(cnd_signal(address => usize) -> c_int)
    }
}

extern "C" fn broadcast_at(address: usize, pc: usize) -> c_int {
    if control::is_on() {
        told(condition::notify(address, true, pc))
    } else {
        real!(cnd_broadcast(address => usize) -> c_int)
    }
}

with_position! {
    thrd_create / 3 => create_at;
    thrd_join / 2 => join_at;
    thrd_sleep / 2 => time::nanosleep_at;
    thrd_yield / 0 => time::yield_at;
    mtx_lock / 1 => lock_at;
    mtx_timedlock / 2 => timed_lock_at;
    mtx_trylock / 1 => try_lock_at;
    mtx_unlock / 1 => unlock_at;
    mtx_destroy / 1 => mutex::destroy_at;
    cnd_wait / 2 => wait_at;
    cnd_timedwait / 3 => timed_wait_at;
    cnd_signal / 1 => signal_at;
    cnd_broadcast / 1 => broadcast_at;
    cnd_destroy / 1 => condition::destroy_at;
    call_once / 2 => crate::once::once_at;
}

#[unsafe(no_mangle)]
unsafe extern "C" fn tss_create(key: *mut u32, destructor: Option<extern "C" fn(usize)>) -> c_int {
    // SAFETY: the caller's promises.
    told(unsafe { crate::keys::pthread_key_create(key, destructor) })
}

#[unsafe(no_mangle)]
extern "C" fn tss_delete(key: u32) {
    crate::keys::pthread_key_delete(key);
}

#[unsafe(no_mangle)]
extern "C" fn tss_get(key: u32) -> usize {
    crate::keys::pthread_getspecific(key)
}

#[unsafe(no_mangle)]
extern "C" fn tss_set(key: u32, value: usize) -> c_int {
    told(crate::keys::pthread_setspecific(key, value))
}

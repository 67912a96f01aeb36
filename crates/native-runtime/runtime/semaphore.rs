//! `sem_t`: its value is where the C library has it.

use core::ffi::c_int;

use crate::control::{self, Event};
use crate::mutex::visibly;
use crate::pending::{Blocked, FREE, Pending};
use crate::position::with_position;
use crate::protocol::{NO_THREAD, blocked, flag, op};
use crate::real::{EAGAIN, EOVERFLOW, ETIMEDOUT, fail, real};
use crate::threads::{self, Thread};
use crate::time::{self, Timespec};

fn value(address: usize) -> &'static mut u32 {
    // SAFETY: the guest's own semaphore.
    unsafe { &mut *(address as *mut u32) }
}

fn is_in_the_way(thread: &Thread) -> Blocked {
    let is_free = thread.wake != 0 || *value(thread.pending.address) > 0;
    if is_free { FREE } else { (blocked::PERMITS, NO_THREAD) }
}

/// Takes a permit. `waits`: for as long as it takes, or until the deadline.
fn acquire(address: usize, waits: bool, deadline: u64, pc: usize) -> c_int {
    control::inside(|| {
        let timed = if deadline == 0 { 0 } else { flag::TIMED };
        let mut pending = Pending::new(op::SEMAPHORE_ACQUIRE, address, pc).size(1).flags(timed).deadline(deadline);
        if waits {
            pending = pending.blocked(is_in_the_way);
        }
        visibly(&pending);
        let value = value(address);
        if *value > 0 {
            *value -= 1;
            control::emit(Event::of(&pending).flags(flag::DONE));
            return 0;
        }
        // A try that takes nothing.
        control::emit(Event { size: 0, ..Event::of(&pending) });
        fail(if threads::current().wake != 0 { ETIMEDOUT } else { EAGAIN })
    })
}

extern "C" fn wait_at(address: usize, pc: usize) -> c_int {
    if control::is_on() { acquire(address, true, 0, pc) } else { real!(sem_wait(address => usize) -> c_int) }
}

extern "C" fn try_wait_at(address: usize, pc: usize) -> c_int {
    if control::is_on() { acquire(address, false, 0, pc) } else { real!(sem_trywait(address => usize) -> c_int) }
}

extern "C" fn timed_wait_at(address: usize, until: *const Timespec, pc: usize) -> c_int {
    if control::is_on() {
        acquire(address, true, time::deadline(time::REALTIME, until), pc)
    } else {
        real!(sem_timedwait(address => usize, until => *const Timespec) -> c_int)
    }
}

extern "C" fn clock_wait_at(address: usize, clock: c_int, until: *const Timespec, pc: usize) -> c_int {
    if control::is_on() {
        acquire(address, true, time::deadline(clock, until), pc)
    } else {
        real!(sem_clockwait(address => usize, clock => c_int, until => *const Timespec) -> c_int)
    }
}

extern "C" fn post_at(address: usize, pc: usize) -> c_int {
    if !control::is_on() {
        return real!(sem_post(address => usize) -> c_int);
    }
    control::inside(|| {
        let pending = Pending::new(op::SEMAPHORE_RELEASE, address, pc).size(1);
        visibly(&pending);
        let value = value(address);
        if *value == i32::MAX as u32 {
            return fail(EOVERFLOW);
        }
        *value += 1;
        control::emit(Event::of(&pending));
        0
    })
}

extern "C" fn value_at(address: usize, result: *mut c_int, pc: usize) -> c_int {
    if !control::is_on() {
        return real!(sem_getvalue(address => usize, result => *mut c_int) -> c_int);
    }
    control::inside(|| {
        let pending = Pending::new(op::SEMAPHORE_ACQUIRE, address, pc);
        visibly(&pending);
        control::emit(Event::of(&pending).value(u64::from(*value(address))));
        // SAFETY: the guest's own variable.
        unsafe { *result = *value(address) as c_int };
        0
    })
}

with_position! {
    sem_wait / 1 => wait_at;
    sem_trywait / 1 => try_wait_at;
    sem_timedwait / 2 => timed_wait_at;
    sem_clockwait / 3 => clock_wait_at;
    sem_post / 1 => post_at;
    sem_getvalue / 2 => value_at;
}

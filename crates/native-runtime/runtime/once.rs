//! What is done once: `pthread_once`, and static variables inside functions.

use core::ffi::c_int;

use crate::control::{self, Event};
use crate::mutex::visibly;
use crate::pending::{Blocked, FREE, Pending};
use crate::position::with_position;
use crate::protocol::{blocked, op};
use crate::real::real;
use crate::threads::{self, Thread};

const DONE: u32 = 2;

fn at(address: usize) -> &'static mut u32 {
    // SAFETY: the guest's own variable.
    unsafe { &mut *(address as *mut u32) }
}

/// What the variable holds while this thread does it.
fn doing(thread: &Thread) -> u32 {
    (thread.id + 1) << 8 | 1
}

fn is_in_the_way(thread: &Thread) -> Blocked {
    match *at(thread.pending.address) {
        0 | DONE => FREE,
        owner => (blocked::INITIALISE, (owner >> 8).wrapping_sub(1)),
    }
}

/// Whether the running thread is the one to do it; waits while another does.
fn begin(address: usize, pc: usize) -> bool {
    control::inside(|| {
        let pending = Pending::new(op::INITIALISE, address, pc).blocked(is_in_the_way);
        visibly(&pending);
        control::emit(Event::of(&pending));
        let is_first = *at(address) == 0;
        if is_first {
            *at(address) = doing(threads::current());
            mark(op::INIT_BEGIN, address, pc);
        }
        is_first
    })
}

fn mark(op: u32, address: usize, pc: usize) {
    control::emit(Event::of(&Pending::new(op, address, pc)));
}

fn end(address: usize, value: u32, pc: usize) {
    control::inside(|| {
        mark(op::INIT_END, address, pc);
        *at(address) = value;
    });
}

pub extern "C" fn once_at(address: usize, initialise: extern "C" fn(), pc: usize) -> c_int {
    if !control::is_on() {
        return real!(pthread_once(address => usize, initialise => extern "C" fn()) -> c_int);
    }
    if begin(address, pc) {
        initialise();
        end(address, DONE, pc);
    }
    0
}

/// The first byte of a guard says that its variable is initialised; the compilers look at it themselves. The rest is ours.
const REST: usize = 4;

extern "C" fn guard_acquire_at(guard: usize, pc: usize) -> c_int {
    if !control::is_on() {
        return real!(__cxa_guard_acquire(guard => usize) -> c_int);
    }
    begin(guard + REST, pc).into()
}

extern "C" fn guard_release_at(guard: usize, pc: usize) {
    if !control::is_on() {
        return real!(__cxa_guard_release(guard => usize) -> ());
    }
    // SAFETY: the guest's own guard.
    unsafe { *(guard as *mut u8) = 1 };
    end(guard + REST, DONE, pc);
}

extern "C" fn guard_abort_at(guard: usize, pc: usize) {
    if !control::is_on() {
        return real!(__cxa_guard_abort(guard => usize) -> ());
    }
    end(guard + REST, 0, pc);
}

with_position! {
    pthread_once / 2 => once_at;
    __cxa_guard_acquire / 1 => guard_acquire_at;
    __cxa_guard_release / 1 => guard_release_at;
    __cxa_guard_abort / 1 => guard_abort_at;
}

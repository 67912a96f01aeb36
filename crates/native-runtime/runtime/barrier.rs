//! `pthread_barrier_t`: each thread counts down, and then waits until all have.

use core::ffi::c_int;

use crate::control::{self, Event};
use crate::pending::{Blocked, FREE, Pending};
use crate::position::with_position;
use crate::protocol::{NO_THREAD, blocked, op};
use crate::real::{EINVAL, real};
use crate::threads::Thread;

#[repr(C)]
struct Barrier {
    arrived: u32,
    /// How often all have arrived.
    round: u32,
    /// Where the C library has it.
    count: u32,
}

fn at(address: usize) -> &'static mut Barrier {
    // SAFETY: the guest's own barrier.
    unsafe { &mut *(address as *mut Barrier) }
}

/// The round that a thread waits for the end of is kept with its pending operation.
fn is_in_the_way(thread: &Thread) -> Blocked {
    let is_open = at(thread.pending.address).round != thread.pending.size;
    if is_open { FREE } else { (blocked::LATCH, NO_THREAD) }
}

extern "C" fn init(address: usize, _attributes: usize, count: u32) -> c_int {
    if !control::is_on() {
        return real!(pthread_barrier_init(address => usize, _attributes => usize, count => u32) -> c_int);
    }
    if count == 0 {
        return EINVAL;
    }
    *at(address) = Barrier { arrived: 0, round: 0, count };
    0
}

extern "C" fn wait_at(address: usize, pc: usize) -> c_int {
    const SERIAL: c_int = -1;
    if !control::is_on() {
        return real!(pthread_barrier_wait(address => usize) -> c_int);
    }
    control::inside(|| {
        control::become_visible();
        let pending = Pending::new(op::LATCH_COUNT_DOWN, address, pc);
        control::arrive(pending);
        control::emit(Event::of(&pending));
        let barrier = at(address);
        let round = barrier.round;
        barrier.arrived += 1;
        let is_last = barrier.arrived == barrier.count;
        if is_last {
            barrier.arrived = 0;
            barrier.round += 1;
        }
        let pending = Pending::new(op::LATCH_AWAIT, address, pc).size(round).blocked(is_in_the_way);
        control::arrive(pending);
        control::emit(Event::of(&pending));
        if is_last { SERIAL } else { 0 }
    })
}

extern "C" fn destroy_at(address: usize, _pc: usize) -> c_int {
    if control::is_on() { 0 } else { real!(pthread_barrier_destroy(address => usize) -> c_int) }
}

#[unsafe(no_mangle)]
extern "C" fn pthread_barrier_init(address: usize, attributes: usize, count: u32) -> c_int {
    init(address, attributes, count)
}

with_position! {
    pthread_barrier_wait / 1 => wait_at;
    pthread_barrier_destroy / 1 => destroy_at;
}

//! `pthread_cond_t`. Who waits is known from the threads, so the condition itself holds nothing.

use core::ffi::c_int;

use crate::control::{self, Event};
use crate::global::Global;
use crate::pending::{Blocked, Pending};
use crate::position::with_position;
use crate::protocol::{NO_THREAD, blocked, flag, op};
use crate::real::{ETIMEDOUT, real};
use crate::threads::{self, Thread};
use crate::{crash, mutex, time};

/// The waiter that the present choice wakes, if it names one.
pub static CHOSEN: Global<Option<u32>> = Global::new(None);

fn waits_on(thread: &Thread, condition: usize) -> bool {
    thread.pending.op == op::WAKE && thread.pending.address == condition && !thread.notified && thread.wake == 0
}

fn waiters(condition: usize) -> impl Iterator<Item = &'static mut Thread> {
    threads::live().iter().filter_map(|id| threads::get(*id)).filter(move |thread| waits_on(thread, condition))
}

/// How many threads the one that the thread is about to wake is chosen from: 0 if it is not about to wake one.
pub fn waiters_to_choose_from(thread: &Thread) -> u32 {
    let wakes_one = thread.pending.op == op::NOTIFY && thread.pending.flags & flag::ALL == 0;
    if wakes_one { waiters(thread.pending.address).count() as u32 } else { 0 }
}

/// The one among them that has waited longest but for `n` others.
pub fn waiter_to_choose(thread: &Thread, n: u32) -> Option<u32> {
    let mut after = 0;
    for _ in 0..n {
        after = waiters(thread.pending.address).map(|one| one.waiting_since).filter(|since| *since > after).min()?;
    }
    let rest = waiters(thread.pending.address).filter(|one| one.waiting_since > after);
    rest.min_by_key(|one| one.waiting_since).map(|one| one.id)
}

/// A waiter needs to be woken, and then its mutex.
fn is_in_the_way(thread: &Thread) -> Blocked {
    if !thread.notified && thread.wake == 0 {
        return (blocked::NOTIFY, NO_THREAD);
    }
    mutex::at(thread.pending.lock).obstacle(thread)
}

pub fn wait(condition: usize, lock: usize, deadline: u64, pc: usize) -> c_int {
    control::inside(|| {
        let thread = threads::current();
        if !mutex::at(lock).is_held_by(thread) {
            crash::of_guest("a condition is waited for without its mutex", pc);
        }
        let timed = if deadline == 0 { 0 } else { flag::TIMED };
        let pending = Pending::new(op::WAIT, condition, pc).lock(lock).flags(timed);
        control::become_visible();
        control::arrive(pending);
        control::emit(Event::of(&pending));
        mutex::at(lock).give(thread);
        thread.notified = false;
        thread.waiting_since = control::next_wait();
        let pending =
            Pending::new(op::WAKE, condition, pc).lock(lock).flags(timed).deadline(deadline).blocked(is_in_the_way);
        control::arrive(pending);
        control::emit(Event::of(&pending).flags(thread.wake));
        mutex::at(lock).take(thread);
        thread.waiting_since = 0;
        // Who was woken before its time was over has not timed out.
        let timed_out = thread.wake == flag::TIMED_OUT && !thread.notified;
        thread.notified = false;
        if timed_out { ETIMEDOUT } else { 0 }
    })
}

pub fn notify(condition: usize, all: bool, pc: usize) -> c_int {
    control::inside(|| {
        let flags = if all { flag::ALL } else { 0 };
        let pending = Pending::new(op::NOTIFY, condition, pc).flags(flags);
        mutex::visibly(&pending);
        control::emit(Event::of(&pending));
        let chosen = CHOSEN.get().take();
        let chosen = waiters(condition).find(|thread| Some(thread.id) == chosen);
        let mut left = if all { usize::MAX } else { 1 };
        let mut next = chosen.or_else(|| longest(condition));
        while let Some(thread) = next.take_if(|_| left > 0) {
            left -= 1;
            thread.notified = true;
            thread.is_dirty = true;
            control::emit(Event { other: thread.id, op: op::WOKEN, ..Event::of(&pending) });
            next = longest(condition);
        }
        0
    })
}

fn longest(condition: usize) -> Option<&'static mut Thread> {
    waiters(condition).min_by_key(|thread| thread.waiting_since)
}

extern "C" fn wait_at(condition: usize, lock: usize, pc: usize) -> c_int {
    if control::is_on() {
        wait(condition, lock, 0, pc)
    } else {
        real!(pthread_cond_wait(condition => usize, lock => usize) -> c_int)
    }
}

/// Conditions that were made for the clock that only goes forward say so in a bit of their flags.
fn clock_of(condition: usize) -> c_int {
    const FLAGS: usize = 36;
    // SAFETY: the guest's own condition.
    let flags = unsafe { ((condition + FLAGS) as *const u32).read() };
    if flags & 2 != 0 { time::MONOTONIC } else { time::REALTIME }
}

extern "C" fn timed_wait_at(condition: usize, lock: usize, until: *const time::Timespec, pc: usize) -> c_int {
    if control::is_on() {
        wait(condition, lock, time::deadline(clock_of(condition), until), pc)
    } else {
        real!(pthread_cond_timedwait(condition => usize, lock => usize, until => *const time::Timespec) -> c_int)
    }
}

extern "C" fn clock_wait_at(
    condition: usize,
    lock: usize,
    clock: c_int,
    until: *const time::Timespec,
    pc: usize,
) -> c_int {
    if control::is_on() {
        wait(condition, lock, time::deadline(clock, until), pc)
    } else {
        real!(pthread_cond_clockwait(condition => usize, lock => usize, clock => c_int, until => *const time::Timespec)
            -> c_int)
    }
}

extern "C" fn signal_at(condition: usize, pc: usize) -> c_int {
    if control::is_on() {
        notify(condition, false, pc)
    } else {
        real!(pthread_cond_signal(condition => usize) -> c_int)
    }
}

extern "C" fn broadcast_at(condition: usize, pc: usize) -> c_int {
    if control::is_on() {
        notify(condition, true, pc)
    } else {
        real!(pthread_cond_broadcast(condition => usize) -> c_int)
    }
}

pub extern "C" fn destroy_at(condition: usize, pc: usize) -> c_int {
    if !control::is_on() {
        return real!(pthread_cond_destroy(condition => usize) -> c_int);
    }
    if waiters(condition).next().is_some() {
        crash::of_guest("a condition is destroyed while threads wait for it", pc);
    }
    0
}

with_position! {
    pthread_cond_wait / 2 => wait_at;
    pthread_cond_timedwait / 3 => timed_wait_at;
    pthread_cond_clockwait / 4 => clock_wait_at;
    pthread_cond_signal / 1 => signal_at;
    pthread_cond_broadcast / 1 => broadcast_at;
    pthread_cond_destroy / 1 => destroy_at;
}

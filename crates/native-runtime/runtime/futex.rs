//! System calls that the guest makes without a function of the C library's for them: above all `futex`, on which Rust's locks are built.
//!
//! A wait is two operations: an atomic read of the word, with which the thread becomes one of those that wait, and a park. A wake is an
//! atomic update of the word, so that it depends on the read, and gives each thread that it wakes its permit.
//!
//! Code that tells nothing (Rust's standard library is compiled without instrumentation) changes the word unseen, somewhere before its
//! wake. When that is must not matter to a step that does not say so. The thread has just read the word, too, unseen, so at its arrival
//! the word is as it expects; from then on only what is seen counts: a wake, or a change by an operation that shows. What the thread would
//! have noticed of an unseen change it would not have noticed had it been a little faster, so nothing is made up; a thread that
//! waits although the word has changed is woken by the wake that follows, or could have missed it.

use core::arch::naked_asm;

use crate::control::{self, Event};
use crate::pending::{Blocked, FREE, Pending};
use crate::protocol::{NO_THREAD, blocked, flag, op};
use crate::real::{EAGAIN, EINVAL, ETIMEDOUT, fail};
use crate::threads::{self, Thread};
use crate::time::{self, Timespec};
use crate::{global::Global, input_output, library_locks, output, processors, sys};

const WRITE: usize = 1;
const WRITEV: usize = 20;
const FUTEX: usize = 202;
const GETRANDOM: usize = 318;
const GETTID: usize = 186;
const SCHED_YIELD: usize = 24;
const SCHED_GETAFFINITY: usize = 204;
const GETPID: usize = 39;

/// The position of the last call: there is no register left for it.
static POSITION: Global<usize> = Global::new(0);

#[unsafe(no_mangle)]
#[unsafe(naked)]
unsafe extern "C" fn syscall() {
    naked_asm!(
        "mov rax, [rsp]",
        "mov [rip + {position}], rax",
        "jmp {to}",
        position = sym POSITION,
        to = sym call,
    )
}

extern "C" fn call(number: usize, a: usize, b: usize, c: usize, d: usize, e: usize, f: usize) -> isize {
    if control::is_on() {
        let pc = *POSITION.get();
        match number {
            FUTEX => return futex(a, b, c as u32, d, f as u32, pc),
            GETRANDOM => return input_output::random(a, b) as isize,
            GETTID => return threads::current().id as isize + 1000,
            SCHED_YIELD => return 0,
            SCHED_GETAFFINITY if processors::write_set(b, c as *mut u8) => return 8,
            GETPID => return input_output::ALWAYS as isize,
            WRITE | WRITEV => output::announce_call(a as i32, pc),
            _ => {}
        }
    }
    // SAFETY: the guest's own call.
    let result = unsafe { sys::call(number, a, b, c, d, e, f) };
    if result < 0 { fail(-result as i32) as isize } else { result }
}

fn futex(address: usize, operation: usize, value: u32, time: usize, bits: u32, pc: usize) -> isize {
    const WAIT: usize = 0;
    const WAKE: usize = 1;
    const WAIT_BITS: usize = 9;
    const WAKE_BITS: usize = 10;
    const CLOCK_REALTIME: usize = 256;
    match operation & 127 {
        WAIT => {
            let for_ = time as *const Timespec;
            wait(address, value, u32::MAX, time::after(for_), pc)
        }
        WAIT_BITS => {
            let clock = if operation & CLOCK_REALTIME != 0 { time::REALTIME } else { time::MONOTONIC };
            wait(address, value, bits, time::deadline(clock, time as *const Timespec), pc)
        }
        WAKE => wake(address, value, u32::MAX, pc),
        WAKE_BITS => wake(address, value, bits, pc),
        _ => fail(EINVAL) as isize,
    }
}

fn is_in_the_way(thread: &Thread) -> Blocked {
    if thread.notified || thread.wake != 0 { FREE } else { (blocked::UNPARK, NO_THREAD) }
}

fn wait(address: usize, expected: u32, bits: u32, deadline: u64, pc: usize) -> isize {
    control::inside(|| {
        let thread = threads::current();
        control::become_visible();
        control::note_unseen();
        // SAFETY: the guest's own word.
        if unsafe { (address as *const u32).read_volatile() } != expected {
            return fail(EAGAIN) as isize;
        }
        let lock = library_locks::given_back_unseen(pc);
        thread.notified = false;
        let arrived = control::changes_of(address);
        let pending = Pending::new(op::READ, address, pc).size(4).flags(flag::ATOMIC | flag::WAITS);
        control::arrive(pending);
        // SAFETY: the guest's own word.
        let found = unsafe { (address as *const u32).read_volatile() };
        control::emit(Event::of(&pending).value(found.into()));
        if thread.notified || control::changes_of(address) != arrived {
            thread.notified = false;
            lock.into_iter().for_each(|lock| library_locks::take_back(lock, pc));
            return fail(EAGAIN) as isize;
        }
        thread.waiting_since = control::next_wait();
        let timed = if deadline == 0 { 0 } else { flag::TIMED };
        let pending =
            Pending::new(op::PARK, address, pc).size(bits).flags(timed).deadline(deadline).blocked(is_in_the_way);
        control::arrive(pending);
        control::emit(Event::of(&pending).flags(thread.wake));
        thread.waiting_since = 0;
        let timed_out = thread.wake == flag::TIMED_OUT && !thread.notified;
        thread.notified = false;
        lock.into_iter().for_each(|lock| library_locks::take_back(lock, pc));
        if timed_out { fail(ETIMEDOUT) as isize } else { 0 }
    })
}

fn wake(address: usize, most: u32, bits: u32, pc: usize) -> isize {
    control::inside(|| {
        let pending = Pending::new(op::UPDATE, address, pc).size(4).flags(flag::ATOMIC);
        crate::mutex::visibly(&pending);
        // SAFETY: the guest's own word.
        let found = unsafe { control::read(address, 4) };
        control::emit(Event::of(&pending).old(found).value(found).flags(flag::DONE));
        // Who is about to wait for the word, and would have seen it change, does not wait.
        let about_to_wait = |thread: &&mut Thread| {
            thread.pending.op == op::READ
                && thread.pending.address == address
                && thread.pending.flags & flag::WAITS != 0
        };
        for thread in threads::live().iter().filter_map(|id| threads::get(*id)).filter(about_to_wait) {
            thread.notified = true;
        }
        let mut woken = 0;
        while woken < most
            && let Some(thread) = longest(address, bits)
        {
            woken += 1;
            thread.notified = true;
            thread.is_dirty = true;
            let given = Pending::new(op::UNPARK, 0, pc).other(thread.id);
            control::emit(Event::of(&given));
        }
        woken as isize
    })
}

/// The thread that has waited longest for this word, with one of these bits.
fn longest(address: usize, bits: u32) -> Option<&'static mut Thread> {
    let waits = |thread: &&mut Thread| {
        let Pending { op, address: word, size, .. } = thread.pending;
        op == op::PARK && word == address && size & bits != 0 && !thread.notified && thread.wake == 0
    };
    threads::live().iter().filter_map(|id| threads::get(*id)).filter(waits).min_by_key(|thread| thread.waiting_since)
}

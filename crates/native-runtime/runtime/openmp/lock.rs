//! `critical`, `atomic` and `ordered` sections, and the locks of `omp.h`. A lock is a word: 0, or who holds it.

use core::ffi::c_int;

use super::entry::{caller, entries};
use crate::control::{self, Event};
use crate::crash;
use crate::mutex::visibly;
use crate::pending::{Blocked, FREE, Pending};
use crate::protocol::{blocked, flag, op};
use crate::threads::{self, Thread};

/// A lock that was destroyed.
const DESTROYED: u32 = u32::MAX;

fn word(address: usize) -> &'static mut u32 {
    // SAFETY: the guest's own lock, or one of ours.
    unsafe { &mut *(address as *mut u32) }
}

/// How often a nested lock is taken.
fn depth(address: usize) -> &'static mut u32 {
    word(address + 4)
}

/// What stands in the way of taking a lock.
pub fn is_held(thread: &Thread) -> Blocked {
    match *word(thread.pending.address) {
        0 => FREE,
        owner => (blocked::LOCK, owner.wrapping_sub(1)),
    }
}

fn own() -> u32 {
    threads::current().id + 1
}

fn note_taken(pending: &Pending) {
    *word(pending.address) = own();
    control::emit(Event::of(pending).flags(flag::DONE));
    threads::hold(threads::current(), pending.address, 0);
}

fn check_alive(address: usize, pc: usize) {
    if *word(address) == DESTROYED {
        crash::of_guest("a lock is used that was destroyed", pc);
    }
}

/// Takes a lock; `may` says what stands in the way.
pub fn take_when(address: usize, may: fn(&Thread) -> Blocked, pc: usize) {
    control::inside(|| {
        let pending = Pending::new(op::ACQUIRE, address, pc).blocked(may);
        visibly(&pending);
        note_taken(&pending);
    });
}

pub fn take(address: usize, pc: usize) {
    check_alive(address, pc);
    take_when(address, is_held, pc);
}

/// Gives it back.
pub fn give(address: usize, pc: usize) {
    if *word(address) != own() {
        crash::of_guest("a lock is unset that its task does not hold", pc);
    }
    control::inside(|| {
        let pending = Pending::new(op::RELEASE, address, pc);
        visibly(&pending);
        *word(address) = 0;
        threads::let_go(threads::current(), address, 0);
        control::emit(Event::of(&pending));
    });
}

/// Tries to take it.
fn attempt(address: usize, pc: usize) -> bool {
    check_alive(address, pc);
    control::inside(|| {
        let pending = Pending::new(op::TRY_ACQUIRE, address, pc);
        visibly(&pending);
        let is_free = *word(address) == 0;
        if is_free {
            note_taken(&pending);
        } else {
            control::emit(Event::of(&pending));
        }
        is_free
    })
}

/// `critical` sections without a name, and what the compilers cannot do by atomic operations.
#[unsafe(export_name = "omp.critical")]
static CRITICAL: crate::global::Global<[u32; 2]> = crate::global::Global::new([0; 2]);
#[unsafe(export_name = "omp.atomic")]
static ATOMIC: crate::global::Global<[u32; 2]> = crate::global::Global::new([0; 2]);

pub fn critical() -> usize {
    CRITICAL.get().as_ptr() as usize
}

fn atomic() -> usize {
    ATOMIC.get().as_ptr() as usize
}

extern "C" fn critical_start() {
    take(critical(), caller());
}

extern "C" fn critical_end() {
    give(critical(), caller());
}

extern "C" fn named_start(lock: usize) {
    take(lock, caller());
}

extern "C" fn named_end(lock: usize) {
    give(lock, caller());
}

extern "C" fn atomic_start() {
    take(atomic(), caller());
}

extern "C" fn atomic_end() {
    give(atomic(), caller());
}

extern "C" fn init(lock: usize) {
    *word(lock) = 0;
}

extern "C" fn init_with_hint(lock: usize, _: c_int) {
    *word(lock) = 0;
}

extern "C" fn destroy(lock: usize) {
    if !matches!(*word(lock), 0 | DESTROYED) {
        crash::of_guest("a lock is destroyed while it is set", caller());
    }
    *word(lock) = DESTROYED;
}

extern "C" fn set(lock: usize) {
    take(lock, caller());
}

extern "C" fn unset(lock: usize) {
    give(lock, caller());
}

extern "C" fn test(lock: usize) -> c_int {
    attempt(lock, caller()).into()
}

extern "C" fn init_nested(lock: usize) {
    *word(lock) = 0;
    *depth(lock) = 0;
}

extern "C" fn init_nested_with_hint(lock: usize, _: c_int) {
    init_nested(lock);
}

/// Takes it once more, if the task holds it.
fn again(lock: usize, pc: usize) -> bool {
    let is_own = *word(lock) == own();
    if is_own {
        control::inside(|| {
            let pending = Pending::new(op::ACQUIRE, lock, pc).flags(flag::REENTRANT);
            visibly(&pending);
            control::emit(Event::of(&pending).flags(flag::DONE));
        });
        *depth(lock) += 1;
    }
    is_own
}

extern "C" fn set_nested(lock: usize) {
    let pc = caller();
    if !again(lock, pc) {
        take(lock, pc);
        *depth(lock) = 1;
    }
}

extern "C" fn unset_nested(lock: usize) {
    let pc = caller();
    if *word(lock) == own() && *depth(lock) > 1 {
        control::inside(|| {
            let pending = Pending::new(op::RELEASE, lock, pc).flags(flag::REENTRANT);
            visibly(&pending);
            control::emit(Event::of(&pending));
        });
        *depth(lock) -= 1;
        return;
    }
    *depth(lock) = 0;
    give(lock, pc);
}

/// How often it is held afterwards; 0 if another task holds it.
extern "C" fn test_nested(lock: usize) -> c_int {
    let pc = caller();
    if !again(lock, pc) {
        if !attempt(lock, pc) {
            return 0;
        }
        *depth(lock) = 1;
    }
    *depth(lock) as c_int
}

entries! {
    GOMP_critical_start => critical_start;
    GOMP_critical_end => critical_end;
    GOMP_critical_name_start => named_start;
    GOMP_critical_name_end => named_end;
    GOMP_atomic_start => atomic_start;
    GOMP_atomic_end => atomic_end;
    omp_init_lock => init;
    omp_init_lock_with_hint => init_with_hint;
    omp_destroy_lock => destroy;
    omp_set_lock => set;
    omp_unset_lock => unset;
    omp_test_lock => test;
    omp_init_nest_lock => init_nested;
    omp_init_nest_lock_with_hint => init_nested_with_hint;
    omp_destroy_nest_lock => destroy;
    omp_set_nest_lock => set_nested;
    omp_unset_nest_lock => unset_nested;
    omp_test_nest_lock => test_nested;
}

//! `pthread_mutex_t`, in its own memory: the fields are where the C library has them, so that its initialisers are ours.

use core::ffi::c_int;

use crate::control::{self, Event};
use crate::pending::{Blocked, FREE, Pending};
use crate::position::with_position;
use crate::protocol::{blocked, flag, op};
use crate::real::{EBUSY, EDEADLK, EINVAL, EPERM, ETIMEDOUT, real};
use crate::threads::{self, Thread};
use crate::{crash, time};

/// The fields that we use.
#[repr(C)]
pub struct Mutex {
    locked: u32,
    count: u32,
    /// The owner's number plus 1.
    owner: u32,
    users: u32,
    kind: i32,
}

const RECURSIVE: i32 = 1;
const ERROR_CHECK: i32 = 2;
/// Kind of a mutex that was destroyed.
const DESTROYED: i32 = -1;

pub fn at(address: usize) -> &'static mut Mutex {
    // SAFETY: the guest's own mutex.
    unsafe { &mut *(address as *mut Mutex) }
}

impl Mutex {
    fn kind(&self) -> i32 {
        self.kind & 3
    }

    /// What keeps a thread from taking it.
    pub fn obstacle(&self, thread: &Thread) -> Blocked {
        let is_own = self.owner == thread.id + 1 && matches!(self.kind(), RECURSIVE | ERROR_CHECK);
        if self.locked == 0 || is_own { FREE } else { (blocked::LOCK, self.owner.wrapping_sub(1)) }
    }

    /// The thread takes it.
    pub fn take(&mut self, thread: &mut Thread) {
        self.locked = 1;
        self.owner = thread.id + 1;
        self.count += 1;
        threads::hold(thread, &raw const *self as usize, 0);
    }

    /// The thread gives it back, once.
    pub fn give(&mut self, thread: &mut Thread) {
        self.count = self.count.saturating_sub(1);
        if self.count == 0 {
            self.locked = 0;
            self.owner = 0;
        }
        threads::let_go(thread, &raw const *self as usize, 0);
    }

    pub fn is_held_by(&self, thread: &Thread) -> bool {
        self.locked != 0 && self.owner == thread.id + 1
    }
}

fn is_in_the_way(thread: &Thread) -> Blocked {
    if thread.wake != 0 { FREE } else { at(thread.pending.address).obstacle(thread) }
}

/// Takes the mutex, waiting for it if it must: until `deadline`, if there is one.
pub fn lock(address: usize, deadline: u64, pc: usize) -> c_int {
    control::inside(|| {
        let thread = threads::current();
        let mutex = at(address);
        if mutex.kind == DESTROYED {
            return EINVAL;
        }
        let again = if mutex.is_held_by(thread) { flag::REENTRANT } else { 0 };
        if again != 0 && mutex.kind() == ERROR_CHECK {
            return EDEADLK;
        }
        let reentrant = if mutex.kind() == RECURSIVE { again } else { 0 };
        let kind = if deadline == 0 { op::ACQUIRE } else { op::TRY_ACQUIRE };
        let timed = if deadline == 0 { 0 } else { flag::TIMED };
        let pending =
            Pending::new(kind, address, pc).flags(reentrant | timed).deadline(deadline).blocked(is_in_the_way);
        visibly(&pending);
        if thread.wake != 0 && mutex.obstacle(thread) != FREE {
            control::emit(Event::of(&pending));
            return ETIMEDOUT;
        }
        control::emit(Event::of(&pending).flags(flag::DONE));
        mutex.take(thread);
        0
    })
}

/// Stops before the operation, where others can notice it. Before there is a second thread, nothing stands in the way of anything but
/// the thread itself.
pub fn visibly(pending: &Pending) {
    let thread = threads::current();
    let before = thread.pending;
    thread.pending = *pending;
    let is_free = (pending.blocked)(thread) == FREE;
    thread.pending = before;
    if control::has_threads() || !is_free {
        control::become_visible();
        control::arrive(*pending);
    }
}

extern "C" fn lock_at(address: usize, pc: usize) -> c_int {
    if control::is_on() { lock(address, 0, pc) } else { real!(pthread_mutex_lock(address => usize) -> c_int) }
}

extern "C" fn timed_lock_at(address: usize, until: *const time::Timespec, pc: usize) -> c_int {
    if control::is_on() {
        lock(address, time::deadline(time::REALTIME, until), pc)
    } else {
        real!(pthread_mutex_timedlock(address => usize, until => *const time::Timespec) -> c_int)
    }
}

extern "C" fn clock_lock_at(address: usize, clock: c_int, until: *const time::Timespec, pc: usize) -> c_int {
    if control::is_on() {
        lock(address, time::deadline(clock, until), pc)
    } else {
        real!(pthread_mutex_clocklock(address => usize, clock => c_int, until => *const time::Timespec) -> c_int)
    }
}

pub extern "C" fn try_lock_at(address: usize, pc: usize) -> c_int {
    if !control::is_on() {
        return real!(pthread_mutex_trylock(address => usize) -> c_int);
    }
    control::inside(|| {
        let pending = Pending::new(op::TRY_ACQUIRE, address, pc);
        visibly(&pending);
        let (thread, mutex) = (threads::current(), at(address));
        let is_free = mutex.locked == 0 || (mutex.is_held_by(thread) && mutex.kind() == RECURSIVE);
        if is_free {
            control::emit(Event::of(&pending).flags(flag::DONE));
            mutex.take(thread);
            0
        } else {
            control::emit(Event::of(&pending));
            EBUSY
        }
    })
}

pub extern "C" fn unlock_at(address: usize, pc: usize) -> c_int {
    if !control::is_on() {
        return real!(pthread_mutex_unlock(address => usize) -> c_int);
    }
    control::inside(|| {
        let (thread, mutex) = (threads::current(), at(address));
        if !mutex.is_held_by(thread) {
            return match mutex.kind() {
                RECURSIVE | ERROR_CHECK => EPERM,
                _ => crash::of_guest("a mutex is unlocked that its thread does not hold", pc),
            };
        }
        let again = if mutex.count > 1 { flag::REENTRANT } else { 0 };
        let pending = Pending::new(op::RELEASE, address, pc).flags(again);
        visibly(&pending);
        mutex.give(thread);
        control::emit(Event::of(&pending));
        0
    })
}

pub extern "C" fn destroy_at(address: usize, pc: usize) -> c_int {
    if !control::is_on() {
        return real!(pthread_mutex_destroy(address => usize) -> c_int);
    }
    let mutex = at(address);
    if mutex.locked != 0 {
        crash::of_guest("a mutex is destroyed while it is locked", pc);
    }
    mutex.kind = DESTROYED;
    0
}

with_position! {
    pthread_mutex_lock / 1 => lock_at;
    pthread_mutex_timedlock / 2 => timed_lock_at;
    pthread_mutex_clocklock / 3 => clock_lock_at;
    pthread_mutex_trylock / 1 => try_lock_at;
    pthread_mutex_unlock / 1 => unlock_at;
    pthread_mutex_destroy / 1 => destroy_at;
}

//! Time is virtual: it passes when a thread waits for it, and never else.

use core::ffi::c_int;

use crate::control::{self, Event};
use crate::pending::{Blocked, FREE, Pending};
use crate::position::with_position;
use crate::protocol::{NO_THREAD, blocked, op};
use crate::real::{EINVAL, fail, real};
use crate::threads::Thread;

pub const REALTIME: c_int = 0;
pub const MONOTONIC: c_int = 1;

const SECOND: u64 = 1_000_000_000;
/// The clock that only goes forward has started so long ago.
const UPTIME: u64 = 1_000 * SECOND;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Timespec {
    seconds: i64,
    nanoseconds: i64,
}

impl Timespec {
    fn of(nanoseconds: u64) -> Self {
        Self { seconds: (nanoseconds / SECOND) as i64, nanoseconds: (nanoseconds % SECOND) as i64 }
    }

    fn nanoseconds(self) -> u64 {
        let seconds = u64::try_from(self.seconds).unwrap_or(0).min(u64::MAX / SECOND / 4);
        seconds * SECOND + u64::try_from(self.nanoseconds).unwrap_or(0)
    }
}

/// What a clock shows when the virtual one shows this.
fn shown(clock: c_int, now: u64) -> u64 {
    const COARSE: c_int = 5;
    const TAI: c_int = 11;
    const BEGINNING: u64 = 1_750_000_000 * SECOND;
    if matches!(clock, REALTIME | COARSE | TAI) { now } else { now - BEGINNING + UPTIME }
}

/// What the clock shows that only goes forward.
pub fn uptime() -> u64 {
    shown(MONOTONIC, control::now())
}

/// A moment of a clock, on the virtual one. Never 0.
pub fn deadline(clock: c_int, until: *const Timespec) -> u64 {
    // SAFETY: the guest's own variable.
    let Some(until) = (unsafe { until.as_ref() }) else { return 0 };
    let now = control::now();
    (now + until.nanoseconds().saturating_sub(shown(clock, now))).max(1)
}

/// So long from now, on the virtual clock: 0 if there is no limit.
pub fn after(time: *const Timespec) -> u64 {
    // SAFETY: the guest's own variable.
    unsafe { time.as_ref() }.map_or(0, |time| control::now().saturating_add(time.nanoseconds()).max(1))
}

fn until_time(thread: &Thread) -> Blocked {
    if thread.wake != 0 { FREE } else { (blocked::TIME, NO_THREAD) }
}

fn sleep_until(moment: u64, pc: usize) {
    control::inside(|| {
        if control::has_threads() {
            let pending = Pending::new(op::SLEEP, 0, pc).deadline(moment.max(1)).blocked(until_time);
            control::arrive(pending);
            control::emit(Event::of(&pending));
        } else {
            control::pass_time(moment);
        }
    });
}

fn sleep_for(nanoseconds: u64, pc: usize) {
    sleep_until(control::now().saturating_add(nanoseconds), pc);
}

pub extern "C" fn nanosleep_at(wanted: *const Timespec, left: *mut Timespec, pc: usize) -> c_int {
    if !control::is_on() {
        return real!(nanosleep(wanted => *const Timespec, left => *mut Timespec) -> c_int);
    }
    // SAFETY: the guest's own variable.
    let Some(wanted) = (unsafe { wanted.as_ref() }) else { return fail(EINVAL) };
    sleep_for(wanted.nanoseconds(), pc);
    0
}

extern "C" fn clock_nanosleep_at(
    clock: c_int,
    flags: c_int,
    wanted: *const Timespec,
    left: *mut Timespec,
    pc: usize,
) -> c_int {
    const ABSOLUTE: c_int = 1;
    if !control::is_on() {
        return real!(clock_nanosleep(clock => c_int, flags => c_int, wanted => *const Timespec, left => *mut Timespec) -> c_int);
    }
    // SAFETY: the guest's own variable.
    let Some(time) = (unsafe { wanted.as_ref() }) else { return EINVAL };
    if flags & ABSOLUTE != 0 {
        sleep_until(deadline(clock, wanted), pc);
    } else {
        sleep_for(time.nanoseconds(), pc);
    }
    0
}

extern "C" fn usleep_at(microseconds: u32, pc: usize) -> c_int {
    if !control::is_on() {
        return real!(usleep(microseconds => u32) -> c_int);
    }
    sleep_for(u64::from(microseconds) * 1000, pc);
    0
}

extern "C" fn sleep_at(seconds: u32, pc: usize) -> u32 {
    if !control::is_on() {
        return real!(sleep(seconds => u32) -> u32);
    }
    sleep_for(u64::from(seconds) * SECOND, pc);
    0
}

pub extern "C" fn yield_at(pc: usize) -> c_int {
    if control::is_on() && control::is_armed() {
        control::inside(|| {
            let pending = Pending::new(op::YIELD, 0, pc);
            control::arrive(pending);
            control::emit(Event::of(&pending));
        });
    }
    0
}

with_position! {
    nanosleep / 2 => nanosleep_at;
    clock_nanosleep / 4 => clock_nanosleep_at;
    usleep / 1 => usleep_at;
    sleep / 1 => sleep_at;
    sched_yield / 0 => yield_at;
    pthread_yield / 0 => yield_at;
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clock_gettime(clock: c_int, result: *mut Timespec) -> c_int {
    if !control::is_on() {
        return real!(clock_gettime(clock => c_int, result => *mut Timespec) -> c_int);
    }
    // SAFETY: the guest's own variable.
    unsafe { *result = Timespec::of(shown(clock, control::now())) };
    0
}

#[unsafe(no_mangle)]
unsafe extern "C" fn gettimeofday(result: *mut [i64; 2], zone: usize) -> c_int {
    if !control::is_on() {
        return real!(gettimeofday(result => *mut [i64; 2], zone => usize) -> c_int);
    }
    let now = Timespec::of(control::now());
    if !result.is_null() {
        // SAFETY: the guest's own variable.
        unsafe { *result = [now.seconds, now.nanoseconds / 1000] };
    }
    0
}

#[unsafe(no_mangle)]
unsafe extern "C" fn time(result: *mut i64) -> i64 {
    if !control::is_on() {
        return real!(time(result => *mut i64) -> i64);
    }
    let now = (control::now() / SECOND) as i64;
    if !result.is_null() {
        // SAFETY: the guest's own variable.
        unsafe { *result = now };
    }
    now
}

#[unsafe(no_mangle)]
extern "C" fn clock() -> i64 {
    if control::is_on() { (shown(MONOTONIC, control::now()) / 1000) as i64 } else { real!(clock() -> i64) }
}

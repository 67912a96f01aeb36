//! Signals between the guest's threads.
//!
//! All threads of the guest run on one thread of the operating system, so what each of them blocks is only remembered, and a signal from
//! one to another is not sent but noted: it stays pending until the other waits for it. Handlers that would have to interrupt another
//! thread in the middle of its code are not had.

use core::ffi::c_int;

use crate::control::{self, Event};
use crate::global::Global;
use crate::pending::{Blocked, FREE, Pending};
use crate::position::with_position;
use crate::protocol::{NO_THREAD, THREADS, blocked, flag, op};
use crate::real::{EAGAIN, EINVAL, ESRCH, fail, real};
use crate::threads::{self, Status, Thread};
use crate::time::{self, Timespec};
use crate::{crash, digest};

/// Of each thread: the signals that it blocks, those that were sent to it, and those that it waits for. The signal `n` is the bit `n - 1`.
#[derive(Clone, Copy)]
struct Signals {
    masked: u64,
    pending: u64,
    awaited: u64,
}

static SIGNALS: Global<[Signals; THREADS]> = Global::new([Signals { masked: 0, pending: 0, awaited: 0 }; THREADS]);

const MOST: c_int = 64;

fn of(thread: u32) -> &'static mut Signals {
    &mut SIGNALS.get()[thread as usize]
}

/// A thread begins with what its parent blocks.
pub fn inherit(child: u32) {
    *of(child) = Signals { masked: of(threads::current().id).masked, pending: 0, awaited: 0 };
}

const fn bit(signal: c_int) -> u64 {
    1 << (signal - 1)
}

fn set_mask(how: c_int, new: *const u64, old: *mut u64) -> c_int {
    let signals = of(threads::current().id);
    // SAFETY: the guest's own variables.
    unsafe {
        if let Some(old) = old.as_mut() {
            *old = signals.masked;
        }
        if let Some(new) = new.as_ref() {
            signals.masked = match how {
                0 => signals.masked | new,
                1 => signals.masked & !new,
                2 => *new,
                _ => return EINVAL,
            };
        }
    }
    0
}

#[unsafe(no_mangle)]
extern "C" fn pthread_sigmask(how: c_int, new: *const u64, old: *mut u64) -> c_int {
    if control::is_on() {
        return set_mask(how, new, old);
    }
    real!(pthread_sigmask(how => c_int, new => *const u64, old => *mut u64) -> c_int)
}

#[unsafe(no_mangle)]
extern "C" fn sigprocmask(how: c_int, new: *const u64, old: *mut u64) -> c_int {
    if !control::is_on() {
        return real!(sigprocmask(how => c_int, new => *const u64, old => *mut u64) -> c_int);
    }
    match set_mask(how, new, old) {
        0 => 0,
        error => fail(error),
    }
}

/// A `stack_t`.
#[repr(C)]
struct SignalStack {
    base: usize,
    flags: c_int,
    size: usize,
}

/// Whether the guest has a signal stack of its own.
static HAS_OWN_STACK: Global<bool> = Global::new(false);

/// Handlers of all threads run on the stack that the runtime has given to the one thread of the operating system: whoever asks is told of it, and
/// need not map another.
#[unsafe(no_mangle)]
extern "C" fn sigaltstack(new: *const SignalStack, old: *mut SignalStack) -> c_int {
    *HAS_OWN_STACK.get() |= !new.is_null();
    if !control::is_on() || *HAS_OWN_STACK.get() {
        return real!(sigaltstack(new => *const SignalStack, old => *mut SignalStack) -> c_int);
    }
    let (base, size) = crash::signal_stack();
    // SAFETY: the guest's own variable.
    if let Some(old) = unsafe { old.as_mut() } {
        *old = SignalStack { base, flags: 0, size };
    }
    0
}

fn is_in_the_way(thread: &Thread) -> Blocked {
    let signals = of(thread.id);
    if signals.pending & signals.awaited != 0 || thread.wake != 0 { FREE } else { (blocked::UNPARK, NO_THREAD) }
}

/// Waits until one of the signals is pending, and takes it: 0 if the time is over first.
fn wait(awaited: u64, deadline: u64, pc: usize) -> c_int {
    control::inside(|| {
        let thread = threads::current();
        of(thread.id).awaited = awaited;
        thread.waiting_since = control::next_wait();
        let timed = if deadline == 0 { 0 } else { flag::TIMED };
        let pending = Pending::new(op::PARK, 0, pc).flags(timed).deadline(deadline).blocked(is_in_the_way);
        control::arrive(pending);
        control::emit(Event::of(&pending).flags(thread.wake));
        thread.waiting_since = 0;
        let signals = of(thread.id);
        let found = signals.pending & core::mem::take(&mut signals.awaited);
        if found == 0 {
            return 0;
        }
        let signal = found.trailing_zeros() as c_int + 1;
        signals.pending &= !bit(signal);
        digest::add(&mut thread.digest, signal as u64);
        signal
    })
}

extern "C" fn wait_at(set: *const u64, signal: *mut c_int, pc: usize) -> c_int {
    if !control::is_on() {
        return real!(sigwait(set => *const u64, signal => *mut c_int) -> c_int);
    }
    // SAFETY: the guest's own variables.
    unsafe { *signal = wait(*set, 0, pc) };
    0
}

/// Tells of a signal as the kernel does: its number, and that another thread sent it.
fn describe(information: *mut [c_int; 32], signal: c_int) {
    const SENT_BY_A_THREAD: c_int = -6;
    // SAFETY: the guest's own variable.
    if let Some(information) = unsafe { information.as_mut() } {
        *information = [0; 32];
        information[0] = signal;
        information[2] = SENT_BY_A_THREAD;
    }
}

extern "C" fn wait_information_at(set: *const u64, information: *mut [c_int; 32], pc: usize) -> c_int {
    if !control::is_on() {
        return real!(sigwaitinfo(set => *const u64, information => *mut [c_int; 32]) -> c_int);
    }
    // SAFETY: the guest's own variable.
    let signal = wait(unsafe { *set }, 0, pc);
    describe(information, signal);
    signal
}

extern "C" fn timed_wait_at(
    set: *const u64,
    information: *mut [c_int; 32],
    limit: *const Timespec,
    pc: usize,
) -> c_int {
    if !control::is_on() {
        return real!(sigtimedwait(set => *const u64, information => *mut [c_int; 32], limit => *const Timespec) -> c_int);
    }
    // SAFETY: the guest's own variable.
    match wait(unsafe { *set }, time::after(limit), pc) {
        0 => fail(EAGAIN),
        signal => {
            describe(information, signal);
            signal
        }
    }
}

/// The running thread sends a signal to one that blocks it or waits for it.
fn send(other: &'static mut Thread, signal: c_int, pc: usize) {
    control::inside(|| {
        let pending = Pending::new(op::UNPARK, 0, pc).other(other.id);
        crate::mutex::visibly(&pending);
        control::emit(Event::of(&pending));
        let signals = of(other.id);
        if signals.pending & bit(signal) == 0 {
            signals.pending |= bit(signal);
            other.is_dirty = true;
            digest::add(&mut other.digest, signal as u64);
        }
    });
}

fn receives(thread: &Thread, signal: c_int) -> bool {
    let signals = of(thread.id);
    (signals.masked | signals.awaited) & bit(signal) != 0
}

extern "C" fn kill_thread_at(handle: usize, signal: c_int, pc: usize) -> c_int {
    if !control::is_on() {
        return real!(pthread_kill(handle => usize, signal => c_int) -> c_int);
    }
    let Some(other) = threads::by_handle(handle).filter(|thread| thread.status == Status::Live) else { return ESRCH };
    match signal {
        0 => 0,
        1..=MOST if receives(other, signal) => {
            send(other, signal, pc);
            0
        }
        1..=MOST if threads::is_running(other) => real!(raise(signal => c_int) -> c_int),
        1..=MOST => crash::needs("pthread_kill of a thread that neither blocks the signal nor waits for it"),
        _ => EINVAL,
    }
}

/// Of all processes only this one may be meant: its number is [`ALWAYS`](crate::input_output::ALWAYS), and no other's.
extern "C" fn kill_at(process: c_int, signal: c_int, pc: usize) -> c_int {
    if !control::is_on() {
        return real!(kill(process => c_int, signal => c_int) -> c_int);
    }
    if process != crate::input_output::ALWAYS {
        crash::needs("processes: kill");
    }
    if signal == 0 {
        return 0;
    }
    if !(1..=MOST).contains(&signal) {
        return fail(EINVAL);
    }
    let mut live = threads::live().iter().filter_map(|id| threads::get(*id));
    match live.find(|thread| of(thread.id).awaited & bit(signal) != 0) {
        Some(other) => {
            send(other, signal, pc);
            0
        }
        None if receives(threads::current(), signal) => {
            send(threads::current(), signal, pc);
            0
        }
        None => real!(raise(signal => c_int) -> c_int),
    }
}

with_position! {
    sigwait / 2 => wait_at;
    sigwaitinfo / 2 => wait_information_at;
    sigtimedwait / 3 => timed_wait_at;
    pthread_kill / 2 => kill_thread_at;
    kill / 2 => kill_at;
}

/// Signals that come by themselves, at moments that nobody could repeat.
macro_rules! refuse {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => {$(
        #[unsafe(no_mangle)]
        extern "C" fn $name($($argument: $type),*) -> c_int {
            if control::is_on() {
                crash::needs(stringify!($name));
            }
            real!($name($($argument => $type),*) -> c_int)
        }
    )*};
}

refuse! {
    setitimer(which: c_int, new: usize, old: usize);
    timer_create(clock: c_int, event: usize, timer: usize);
    signalfd(descriptor: c_int, mask: usize, flags: c_int);
    timerfd_create(clock: c_int, flags: c_int);
    sigsuspend(mask: usize);
    pause();
}

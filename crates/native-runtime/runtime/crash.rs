//! The ways in which a guest comes to a bad end, and ours.

use core::ffi::{CStr, c_char, c_int};

use crate::global::Global;
use crate::protocol::outcome;
use crate::real::real;
use crate::{checkpoint, control, cycle_counter, sys, threads};

/// The runtime is at fault.
#[cold]
pub fn fault(what: &str) -> ! {
    if control::is_on() {
        control::end(outcome::FAULT, 0, 0, &[what.trim_end_matches('\0')]);
    }
    sys::write(2, b"deadheat's runtime: ");
    sys::write(2, what.as_bytes());
    sys::write(2, b"\n");
    sys::exit(127)
}

/// The guest did what nobody may do.
#[cold]
pub fn of_guest(what: &str, pc: usize) -> ! {
    control::end(outcome::CRASHED, 134, pc, &[what])
}

/// The guest asks for what we do not have.
#[cold]
pub fn needs(what: &str) -> ! {
    control::end(outcome::NEEDS, 2, 0, &[what])
}

/// A part of what the kernel hands to a handler: the registers.
#[repr(C)]
struct Context {
    before: [usize; 5],
    registers: [usize; 23],
}

const RIP: usize = 16;
/// The processor's own word for a fault of memory, in which this bit says that it was a write; and the address.
const ERROR: usize = 19;
const WRITES: usize = 2;
const ADDRESS: usize = 22;
/// The number of the call that was trapped, which is also its result's place, and its arguments.
const RAX: usize = 13;
const ARGUMENTS: [usize; 6] = [8, 9, 12, 2, 0, 1];

const SIGSEGV: c_int = 11;
const SIGSYS: c_int = 31;
/// Where the kernel says why, and its word for memory that is there but must not be used so.
const CODE: usize = 2;
const REFUSED: c_int = 2;

const SIGNALS: [(c_int, &str); 5] = [
    (11, "SIGSEGV: memory that is not there"),
    (7, "SIGBUS: memory that is not there"),
    (8, "SIGFPE: arithmetic without a result"),
    (4, "SIGILL: an instruction that is none"),
    (6, "SIGABRT: aborted"),
];

unsafe extern "C" fn on_signal(signal: c_int, information: *const c_int, context: *mut Context) {
    // SAFETY: the kernel's own, until the handler returns.
    let (registers, code) = unsafe { (&(*context).registers, *information.add(CODE)) };
    let is_refused_write = signal == SIGSEGV && code == REFUSED && registers[ERROR] & WRITES != 0;
    if is_refused_write && checkpoint::allow_write(registers[ADDRESS]) {
        return;
    }
    // SAFETY: the kernel's own, until the handler returns.
    if signal == SIGSEGV && cycle_counter::read(unsafe { &mut (*context).registers }) {
        return;
    }
    let what = SIGNALS.iter().find(|(number, _)| *number == signal).map_or("killed by a signal", |(_, what)| what);
    // SAFETY: the kernel's own.
    let pc = unsafe { (*context).registers[RIP] };
    // Where our own code reads for the guest, the guest's position is that of its pending operation.
    let thread = threads::current();
    let pc = if control::in_hook() { thread.pending.pc } else { pc + 1 };
    control::end(outcome::CRASHED, 128 + signal, pc, &[what])
}

/// A system call of the guest's, trapped because of a checkpoint.
unsafe extern "C" fn on_call(_: c_int, _: usize, context: *mut Context) {
    const LENGTH_OF_INSTRUCTION: usize = 2;
    // SAFETY: the kernel's own, until the handler returns.
    let registers = unsafe { &mut (*context).registers };
    match checkpoint::call(registers[RAX], ARGUMENTS.map(|register| registers[register])) {
        checkpoint::Call::Made(result) => registers[RAX] = result as usize,
        checkpoint::Call::Repeat => registers[RIP] -= LENGTH_OF_INSTRUCTION,
    }
}

/// The stack on which signals are handled: where, and its size.
static STACK: Global<(usize, usize)> = Global::new((0, 0));

pub fn signal_stack() -> (usize, usize) {
    *STACK.get()
}

fn handle(signal: c_int, handler: usize) {
    const SIGINFO_ONSTACK_RESTORER_NODEFER: u64 = 0x4 | 0x0800_0000 | 0x0400_0000 | 0x4000_0000;
    let restorer = sys::signal_return();
    let action = sys::SignalAction { handler, flags: SIGINFO_ONSTACK_RESTORER_NODEFER, restorer, mask: 0 };
    sys::on_signal(signal, &action);
}

/// Handles the signals that a guest dies of.
pub fn install() {
    const SIZE: usize = 256 << 10;
    let stack = sys::map(0, SIZE);
    sys::signal_stack(stack as usize, SIZE);
    *STACK.get() = (stack as usize, SIZE);
    for (signal, _) in SIGNALS {
        handle(signal, on_signal as *const () as usize);
    }
    cycle_counter::install();
}

/// Handles what checkpoints need. A handler of the guest's own stays.
pub fn trap_calls() {
    if sys::handler_of(SIGSYS) == Some(0) {
        handle(SIGSYS, on_call as *const () as usize);
    }
}

/// Whether what checkpoints need is still handled by us.
pub fn handles_faults() -> bool {
    let is_handled = |signal, by| sys::handler_of(signal) == Some(by);
    is_handled(SIGSEGV, on_signal as *const () as usize) && is_handled(SIGSYS, on_call as *const () as usize)
}

/// Whether it is a handler of ours that checkpoints depend on.
pub fn is_ours(action: &sys::SignalAction) -> bool {
    [on_signal as *const () as usize, on_call as *const () as usize].contains(&action.handler)
}

/// Whether a signal would end the process: nobody handles it, and that is what happens to it then.
fn is_deadly(signal: c_int) -> bool {
    // SIGCHLD, SIGCONT and those that stop a process, SIGURG, SIGWINCH.
    !matches!(signal, 17..=23 | 28) && sys::handler_of(signal) == Some(0)
}

/// A signal that a thread sends itself: its end, where the kernel would not tell of it.
extern "C" fn raise_at(signal: c_int, pc: usize) -> c_int {
    if control::is_on() && is_deadly(signal) {
        flush();
        let what = if signal == 9 { "SIGKILL: killed" } else { "killed by a signal" };
        control::end(outcome::CRASHED, 128 + signal, pc, &[what]);
    }
    real!(raise(signal => c_int) -> c_int)
}

extern "C" fn abort_at(pc: usize) -> ! {
    if control::is_on() {
        flush();
        control::end(outcome::CRASHED, 134, pc, &["abort"]);
    }
    sys::die_of(6)
}

/// What the guest has written to its streams should be seen.
fn flush() {
    control::disarm();
    // SAFETY: all streams.
    unsafe { crate::real::fflush(core::ptr::null_mut()) };
}

fn text(at: *const c_char) -> &'static str {
    if at.is_null() {
        return "?";
    }
    // SAFETY: the guest's own text, of its own program.
    unsafe { CStr::from_ptr(at) }.to_str().unwrap_or("?")
}

extern "C" fn assert_at(what: *const c_char, file: *const c_char, line: u32, function: *const c_char, pc: usize) -> ! {
    if control::is_on() {
        flush();
        control::end(outcome::CRASHED, 134, pc, &["assertion failed: ", text(what)]);
    }
    real!(__assert_fail(what => *const c_char, file => *const c_char, line => u32, function => *const c_char) -> ());
    sys::die_of(6)
}

crate::position::with_position! {
    abort / 0 => abort_at;
    raise / 1 => raise_at;
    __assert_fail / 4 => assert_at;
}

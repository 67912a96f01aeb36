//! How a guest ends by itself.

use core::ffi::c_int;

use crate::control::{self, Event};
use crate::global::Global;
use crate::pending::Pending;
use crate::position::with_position;
use crate::protocol::{op, outcome};
use crate::real::{Real, fflush, real};
use crate::sys;

/// The code that `exit` was called with, and from where; the beginning of `main` where that has returned it.
static CALL: Global<(c_int, usize)> = Global::new((0, 0));

unsafe extern "C" {
    fn __cxa_atexit(function: extern "C" fn(usize), argument: usize, library: usize) -> c_int;
}

/// Asks to be called when everything else that is done at the end is done.
pub fn watch() {
    // SAFETY: the first to ask is called last.
    unsafe { __cxa_atexit(at_exit, 0, 0) };
}

extern "C" fn at_exit(_: usize) {
    let (code, pc) = *CALL.get();
    finish(code, pc);
}

/// The process ends: the last step of the thread that ends it.
fn finish(code: c_int, pc: usize) -> ! {
    control::disarm();
    // SAFETY: all streams.
    unsafe { fflush(core::ptr::null_mut()) };
    let pending = Pending::new(op::END, 0, 0);
    control::arrive(pending);
    control::emit(Event::of(&pending));
    control::end(outcome::FINISHED, code & 255, pc, &[])
}

/// No thread is left, and none has ended the process.
pub fn last_thread_ended() -> ! {
    control::end(outcome::FINISHED, 0, 0, &[])
}

/// As the C library's, but the call is remembered.
pub extern "C" fn exit_at(code: c_int, pc: usize) -> ! {
    *CALL.get() = (code, pc);
    real!(exit(code => c_int) -> ());
    sys::exit(code)
}

extern "C" fn end_at(code: c_int, pc: usize) -> ! {
    if control::is_on() {
        finish(code, pc);
    }
    sys::exit(code)
}

with_position! {
    exit / 1 => exit_at;
    _exit / 1 => end_at;
    _Exit / 1 => end_at;
    quick_exit / 1 => end_at;
}

/// Other processes are not ours to control.
macro_rules! refuse {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {$(
        #[unsafe(no_mangle)]
        extern "C" fn $name($($argument: $type),*) -> $result {
            if control::is_on() {
                crate::crash::needs(concat!("processes: ", stringify!($name)));
            }
            real!($name($($argument => $type),*) -> $result)
        }
    )*};
}

refuse! {
    fork() -> c_int;
    execve(path: usize, arguments: usize, environment: usize) -> c_int;
    execv(path: usize, arguments: usize) -> c_int;
    execvp(path: usize, arguments: usize) -> c_int;
    execvpe(path: usize, arguments: usize, environment: usize) -> c_int;
    fexecve(descriptor: c_int, arguments: usize, environment: usize) -> c_int;
    popen(command: usize, mode: usize) -> usize;
    posix_spawn(process: usize, path: usize, actions: usize, attributes: usize, arguments: usize, environment: usize) -> c_int;
    posix_spawnp(process: usize, path: usize, actions: usize, attributes: usize, arguments: usize, environment: usize) -> c_int;
    system(command: usize) -> c_int;
}

/// As `fork`: a function that returns twice on one stack cannot be handed on.
#[unsafe(no_mangle)]
extern "C" fn vfork() -> c_int {
    fork()
}

/// Those that take any number of arguments, which only assembler can hand on.
macro_rules! refuse_variadic {
    ($($name:ident;)*) => {$(
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        unsafe extern "C" fn $name() {
            /// Gives the C library's function, where the guest is not controlled.
            extern "C" fn real() -> usize {
                static REAL: Real = Real::new(concat!(stringify!($name), "\0"));
                if control::is_on() {
                    crate::crash::needs(concat!("processes: ", stringify!($name)));
                }
                REAL.address()
            }
            // The arguments are in six registers and on the stack; `rax` counts those in others, and there are none.
            core::arch::naked_asm!(
                "push rdi", "push rsi", "push rdx", "push rcx", "push r8", "push r9", "sub rsp, 8",
                "call {real}",
                "add rsp, 8", "pop r9", "pop r8", "pop rcx", "pop rdx", "pop rsi", "pop rdi",
                "mov r11, rax", "xor eax, eax", "jmp r11",
                real = sym real,
            )
        }
    )*};
}

refuse_variadic! {
    execl;
    execle;
    execlp;
}

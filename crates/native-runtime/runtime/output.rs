//! What the guest writes to its standard output, where deadheat compares it.
//!
//! Elsewhere output is no business of ours, and nobody notices who writes first. Where it is compared, to write is a visible operation: each is
//! told as an atomic write of one word, so that it comes before or after each other one, and states in which something else was written differ.
//! The C library's stream is not buffered then: what it holds back is in no state. Other libraries may gather what threads write before they
//! write it, and no one sees in which order: a search that comes by that is not complete.
//!
//! The output goes to a file in memory. Each copy of the process has one of its own, and one that goes back cuts it.

use core::ffi::{CStr, c_int, c_void};

use crate::control::{self, Changed, Event};
use crate::global::Global;
use crate::pending::Pending;
use crate::protocol::{flag, op, output};
use crate::real::{find_next, real};
use crate::{digest, mutex, sys, threads};

/// The number of the standard output.
pub const DESCRIPTOR: usize = 1;

unsafe extern "C" {
    static stdout: *mut c_void;
}

/// A name of all that was written so far. Reports call it so.
#[allow(non_upper_case_globals, reason = "reports show its name")]
static standard_output: Global<u64> = Global::new(0);

fn is_visible() -> bool {
    control::is_on() && control::header().output != output::DROPPED
}

fn is_kept() -> bool {
    control::is_on() && control::header().output == output::KEPT
}

/// Before the guest's `main`.
pub fn start() {
    if is_visible() {
        unbuffer();
    }
}

fn unbuffer() {
    const NOT_BUFFERED: c_int = 2;
    // SAFETY: the C library's own stream, which nobody has used yet.
    let stream = unsafe { stdout };
    real!(setvbuf(stream => *mut c_void, 0 => usize, NOT_BUFFERED => c_int, 0 => usize) -> c_int);
}

struct Written(u64);

impl Changed for Written {
    fn has_changed(&self) -> bool {
        *standard_output.get() = self.0;
        true
    }
}

/// The running thread is about to write.
fn announce(pc: usize) {
    if !control::is_armed() || !is_visible() {
        return;
    }
    control::inside(|| {
        let address = &raw const *standard_output.get() as usize;
        let pending = Pending::new(op::WRITE, address, pc).size(8).flags(flag::ATOMIC);
        mutex::visibly(&pending);
        let thread = threads::current();
        // What it writes depends on nothing but what it has seen.
        let mut next = [*standard_output.get(), u64::from(thread.id)];
        digest::add(&mut next, thread.digest[0]);
        control::change_memory(address, 8, || Written(next[0]));
        control::emit(Event::of(&pending));
    });
}

/// The running thread is about to write to a descriptor, itself or as a library that has gathered what is to be written.
pub fn announce_call(descriptor: c_int, pc: usize) {
    if descriptor == DESCRIPTOR as c_int && control::is_armed() && is_visible() {
        control::note_gathered();
        announce(pc);
    }
}

/// Functions of the C library that write to a stream or a descriptor: the register that has it, if it is not always the standard output.
macro_rules! announced {
    ($($name:ident $stream:literal;)*) => {
        /// Looks them up before the guest begins: the loader's lock is not ours, and a thread that waits for it would keep all from going on.
        pub fn look_up() {
            $(if let Some(at) = find_next($name::REAL.name()) {
                $name::REAL.keep(at);
            })*
        }
    $(
        mod $name {
            pub static REAL: crate::real::Real = crate::real::Real::new(concat!(stringify!($name), "\0"));
        }

        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        unsafe extern "C" fn $name() {
            extern "C" fn before(stream: usize, pc: usize) -> usize {
                // SAFETY: the C library's own stream. What takes a descriptor instead has it in half a register.
                if stream == 0 || stream == unsafe { stdout } as usize || stream as u32 == DESCRIPTOR as u32 {
                    announce(pc);
                }
                $name::REAL.address()
            }
            // A program may have a function of this name itself. All registers that can have arguments stay as they are: some of these take any
            // number of them.
            core::arch::naked_asm!(
                concat!(".weak ", stringify!($name)),
                "push rdi", "push rsi", "push rdx", "push rcx", "push r8", "push r9", "push rax",
                "sub rsp, 128",
                "movups [rsp], xmm0", "movups [rsp + 16], xmm1", "movups [rsp + 32], xmm2", "movups [rsp + 48], xmm3",
                "movups [rsp + 64], xmm4", "movups [rsp + 80], xmm5", "movups [rsp + 96], xmm6", "movups [rsp + 112], xmm7",
                concat!("mov rdi, ", $stream),
                "mov rsi, [rsp + 184]",
                "call {before}",
                "mov r11, rax",
                "movups xmm0, [rsp]", "movups xmm1, [rsp + 16]", "movups xmm2, [rsp + 32]", "movups xmm3, [rsp + 48]",
                "movups xmm4, [rsp + 64]", "movups xmm5, [rsp + 80]", "movups xmm6, [rsp + 96]", "movups xmm7, [rsp + 112]",
                "add rsp, 128",
                "pop rax", "pop r9", "pop r8", "pop rcx", "pop rdx", "pop rsi", "pop rdi",
                "jmp r11",
                before = sym before,
            )
        }
    )*};
}

announced! {
    printf "0";
    vprintf "0";
    __printf_chk "0";
    __vprintf_chk "0";
    wprintf "0";
    vwprintf "0";
    puts "0";
    putchar "0";
    putchar_unlocked "0";
    putwchar "0";
    fprintf "rdi";
    vfprintf "rdi";
    __fprintf_chk "rdi";
    __vfprintf_chk "rdi";
    fwprintf "rdi";
    vfwprintf "rdi";
    dprintf "rdi";
    vdprintf "rdi";
    __dprintf_chk "rdi";
    __vdprintf_chk "rdi";
    __overflow "rdi";
    fputs "rsi";
    fputs_unlocked "rsi";
    fputc "rsi";
    fputc_unlocked "rsi";
    putc "rsi";
    putc_unlocked "rsi";
    _IO_putc "rsi";
    fputws "rsi";
    fputwc "rsi";
    putwc "rsi";
    fwrite "rcx";
    fwrite_unlocked "rcx";
}

/// How a stream is buffered: that of the standard output stays as it is.
macro_rules! buffering {
    ($($name:ident($($argument:ident),*) -> $result:ty, $none:expr;)*) => {$(
        #[unsafe(no_mangle)]
        extern "C" fn $name(stream: usize $(, $argument: usize)*) -> $result {
            // SAFETY: the C library's own stream.
            if is_visible() && stream == unsafe { stdout } as usize {
                return $none;
            }
            real!($name(stream => usize $(, $argument => usize)*) -> $result)
        }
    )*};
}

buffering! {
    setvbuf(buffer, mode, size) -> c_int, 0;
    setbuf(buffer) -> (), ();
    setbuffer(buffer, size) -> (), ();
    setlinebuf() -> (), ();
}

const LSEEK: usize = 8;
const DUP2: usize = 33;
const SENDFILE: usize = 40;
const TRUNCATE: usize = 77;
const MEMORY_FILE: usize = 319;

/// A fresh copy of the process writes to a file of its own, in which is what was written so far.
pub fn separate() {
    if !is_kept() {
        return;
    }
    const NAME: &CStr = c"output";
    let mut from = 0u64;
    // SAFETY: our own files and variables.
    unsafe {
        let Ok(new) = usize::try_from(sys::call(MEMORY_FILE, NAME.as_ptr() as usize, 0, 0, 0, 0, 0)) else {
            crate::crash::fault("no file for the output of a copy")
        };
        while sys::call(SENDFILE, new, DESCRIPTOR, &raw mut from as usize, 1 << 30, 0, 0) > 0 {}
        sys::call(DUP2, new, DESCRIPTOR, 0, 0, 0, 0);
        sys::close(new);
    }
}

/// How much was written so far, where it is kept.
pub fn length() -> usize {
    if !is_kept() {
        return 0;
    }
    // SAFETY: asks where the file stands.
    unsafe { sys::call(LSEEK, DESCRIPTOR, 0, 1, 0, 0, 0) }.max(0) as usize
}

/// Nothing but this much was written.
pub fn cut(length: usize) {
    if is_kept() {
        // SAFETY: our own file.
        unsafe {
            sys::call(TRUNCATE, DESCRIPTOR, length, 0, 0, 0, 0);
            sys::call(LSEEK, DESCRIPTOR, length, 0, 0, 0, 0);
        }
    }
}

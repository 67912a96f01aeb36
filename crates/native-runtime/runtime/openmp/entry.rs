//! Functions that programs call: ours where deadheat controls the program, else the compilers' own library's.

use core::ffi::{CStr, c_char, c_int, c_void};

use crate::crash;
use crate::global::Global;
use crate::real::{Real, find_next};

/// The return address of the last call: where in the program. Read before anything else runs.
pub static CALLER: Global<usize> = Global::new(0);

/// From where the running function was called.
pub fn caller() -> usize {
    *CALLER.get()
}

/// The function of the compilers' library.
pub extern "C" fn passed_to(real: &'static Real) -> usize {
    unsafe extern "C" {
        fn dlopen(file: *const c_char, flags: c_int) -> *mut c_void;
    }
    const NOW_AND_GLOBAL: c_int = 0x102;
    const LIBRARIES: [&CStr; 3] = [c"libgomp.so.1", c"libomp.so.5", c"libomp.so"];
    let known = real.known();
    if known != 0 {
        return known;
    }
    let found = find_next(real.name()).or_else(|| {
        // Linkers leave a library out that nothing seems to need: all that it has, we have.
        // SAFETY: the texts end with a zero.
        LIBRARIES.iter().for_each(|library| unsafe {
            dlopen(library.as_ptr(), NOW_AND_GLOBAL);
        });
        find_next(real.name())
    });
    let Some(found) = found else { crash::fault(real.name()) };
    real.keep(found);
    found
}

/// Makes symbols that hand on to a function, with the caller's position in [`CALLER`].
macro_rules! entries {
    ($($name:ident => $to:path;)*) => {$(
        const _: () = {
            static REAL: $crate::real::Real = $crate::real::Real::new(concat!(stringify!($name), "\0"));

            #[unsafe(no_mangle)]
            #[unsafe(naked)]
            unsafe extern "C" fn $name() {
                core::arch::naked_asm!(
                    "cmp byte ptr [rip + {on}], 0",
                    "je 2f",
                    "mov [rip + {registers}], rbx",
                    "mov [rip + {registers} + 8], rbp",
                    "mov [rip + {registers} + 16], r12",
                    "mov [rip + {registers} + 24], r13",
                    "mov [rip + {registers} + 32], r14",
                    "mov [rip + {registers} + 40], r15",
                    "mov [rip + {registers} + 48], rsp",
                    "mov rax, [rsp]",
                    "mov [rip + {caller}], rax",
                    "jmp {to}",
                    "2: push rdi",
                    "push rsi",
                    "push rdx",
                    "push rcx",
                    "push r8",
                    "push r9",
                    "push rax",
                    "lea rdi, [rip + {real}]",
                    "call {passed_to}",
                    "mov r11, rax",
                    "pop rax",
                    "pop r9",
                    "pop r8",
                    "pop rcx",
                    "pop rdx",
                    "pop rsi",
                    "pop rdi",
                    "jmp r11",
                    on = sym $crate::control::ON,
                    registers = sym $crate::spinning::REGISTERS,
                    caller = sym $crate::openmp::entry::CALLER,
                    real = sym REAL,
                    passed_to = sym $crate::openmp::entry::passed_to,
                    to = sym $to,
                )
            }
        };
    )*};
}
pub(super) use entries;

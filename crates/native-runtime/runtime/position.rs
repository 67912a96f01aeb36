//! Functions that must know from where they are called.
//!
//! A return address can only be read before the function has touched its stack, so each such function is two: a few instructions that put
//! the address into the register behind the last argument (and note registers for `spinning.rs`), and the function itself, which has it as one argument more.

/// Makes symbols that hand on to a function, with the caller's position behind `n` arguments. Behind `weak:` are those that a program may have
/// functions of its own for, by the same names.
macro_rules! with_position {
    (@register 0) => { "rdi" };
    (@register 1) => { "rsi" };
    (@register 2) => { "rdx" };
    (@register 3) => { "rcx" };
    (@register 4) => { "r8" };
    (@register 5) => { "r9" };
    (weak: $($name:ident / $arguments:tt => $to:path;)*) => {
        $crate::position::with_position! { @symbols ".weak"; $($name / $arguments => $to;)* }
    };
    ($($name:ident / $arguments:tt => $to:path;)*) => {
        $crate::position::with_position! { @symbols ".globl"; $($name / $arguments => $to;)* }
    };
    (@symbols $binding:literal; $($name:ident / $arguments:tt => $to:path;)*) => {$(
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        unsafe extern "C" fn $name() {
            core::arch::naked_asm!(
                concat!($binding, " ", stringify!($name)),
                $crate::spinning::note_registers!(),
                concat!("mov ", $crate::position::with_position!(@register $arguments), ", [rsp]"),
                "jmp {to}",
                to = sym $to,
                registers = sym $crate::spinning::REGISTERS,
            )
        }
    )*};
}
pub(crate) use with_position;

//! Calls of the program's own code: the bodies of regions and tasks.

use core::arch::naked_asm;

use crate::shadow_stack;

unsafe extern "C" {
    static deadheat_openmp_returns_here: u8;
}

/// The return address of all such calls: who calls a body is not this code, but the construct.
pub fn returns_here() -> usize {
    &raw const deadheat_openmp_returns_here as usize
}

/// Calls a function with two arguments, and then `count` more; `more` has room for four at least.
#[unsafe(naked)]
unsafe extern "C" fn invoke(function: usize, first: usize, second: usize, count: usize, more: *const usize) {
    naked_asm!(
        "push rbp",
        "mov rbp, rsp",
        "mov rax, rdi",
        "mov rdi, rsi",
        "mov rsi, rdx",
        "mov r10, rcx",
        "mov r11, r8",
        // All but the first four go by the stack, which stays aligned.
        "cmp r10, 4",
        "jbe 3f",
        "test r10, 1",
        "jz 2f",
        "sub rsp, 8",
        "2: push qword ptr [r11 + 8 * r10 - 8]",
        "dec r10",
        "cmp r10, 4",
        "ja 2b",
        "3: mov rdx, [r11]",
        "mov rcx, [r11 + 8]",
        "mov r8, [r11 + 16]",
        "mov r9, [r11 + 24]",
        "call rax",
        ".globl deadheat_openmp_returns_here",
        ".hidden deadheat_openmp_returns_here",
        "deadheat_openmp_returns_here:",
        "mov rsp, rbp",
        "pop rbp",
        "ret",
    )
}

/// The code of a region or a task, as the compilers have it.
#[derive(Clone, Copy)]
pub struct Body {
    pub function: usize,
    pub first: usize,
    pub second: usize,
    pub count: usize,
    /// Has room for four words at least, and all that are counted.
    pub more: *const usize,
}

/// Four words for those that have none.
static NOTHING: [usize; 4] = [0; 4];

impl Body {
    /// A function with up to two arguments.
    pub const fn new(function: usize, first: usize, second: usize) -> Self {
        Self { function, first, second, count: 0, more: &raw const NOTHING as *const usize }
    }

    /// Runs it; `origin` is where in the program it seems to be called, 0 at the beginning of a thread.
    pub fn run(&self, origin: usize) {
        let before = (origin != 0).then(|| shadow_stack::enter(origin));
        // SAFETY: the compilers' own function, with the arguments that they have for it.
        unsafe { invoke(self.function, self.first, self.second, self.count, self.more) };
        if let Some(before) = before {
            shadow_stack::leave(before);
        }
    }
}

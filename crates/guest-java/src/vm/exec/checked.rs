//! What a checked build looks at and others take as proved: that pointers stay in their frames, that objects are what the code
//! takes them for, that instructions are the method's.
//!
//! With the feature `checked` a violation is a panic; without it all of this is nothing.

use std::sync::atomic::AtomicU64;

use crate::vm::Vm;
use crate::vm::classes::class::Shape;
use crate::vm::exec::code::Code;
use crate::vm::memory::layout::{ARRAY, OBJECT, Ref};

const CHECKED: bool = cfg!(feature = "checked");

/// A pointer into a frame is inside of it.
#[inline(always)]
pub(super) fn frame_word(at: *mut u64, locals: *mut u64, code: &Code) {
    if CHECKED {
        let index = at.addr().wrapping_sub(locals.addr()) / size_of::<u64>();
        assert!(index < code.frame_words as usize, "word {index} of a frame of {}", code.frame_words);
    }
}

/// The arguments of a call are on the caller's operand stack.
#[inline(always)]
pub(super) fn arguments(first: *mut u64, locals: *mut u64, code: &Code) {
    if CHECKED {
        let index = first.addr().wrapping_sub(locals.addr()) / size_of::<u64>();
        let stack = (code.locals + super::code::FRAME_HEADER) as usize;
        assert!((stack..=code.frame_words as usize).contains(&index), "arguments from word {index} of a frame on");
    }
}

/// The next instruction is one of the method's.
#[inline(always)]
pub(super) fn instruction(pc: *const AtomicU64, code: &Code) {
    if CHECKED {
        assert!(code.ops.as_ptr_range().contains(&pc), "an instruction outside of its method");
    }
}

/// The next instruction of the fast loop is one of the method's.
#[inline(always)]
pub(super) fn fast_instruction(pc: *const AtomicU64, code: &Code) {
    if CHECKED {
        assert!(code.fast.as_ptr_range().contains(&pc), "an instruction outside of its method");
    }
}

/// The fast loop has a case for each instruction that is chosen for it.
#[inline(always)]
pub(super) fn no_such_instruction(code: u16) -> ! {
    if CHECKED {
        panic!("the fast loop has no instruction {code}");
    }
    // SAFETY: the fast loop's instructions are made by `fast::select` alone, of the codes of its families, and the loop has a case for each row of
    // each family. A test for another code would be one for each instruction.
    unsafe { std::hint::unreachable_unchecked() }
}

/// An object has this word.
#[inline(always)]
pub(super) fn field(vm: &Vm, object: Ref, word: u16) {
    if CHECKED {
        let header = vm.get(object);
        assert!(
            header & OBJECT == OBJECT && header & ARRAY == 0,
            "a field of {object:#x}, which has the header {header:#x}"
        );
        let words = vm.object_words(object);
        assert!(u32::from(word) < words, "word {word} of a {:?}, which has {words}", vm.class_of(object));
    }
}

/// An array has this element, of this many bytes.
#[inline(always)]
pub(super) fn element(vm: &Vm, array: Ref, index: u32, bytes: u32) {
    if CHECKED {
        let header = vm.get(array);
        assert!(
            header & (OBJECT | ARRAY) == OBJECT | ARRAY,
            "an element of {array:#x}, which has the header {header:#x}"
        );
        let class = vm.class_of(array);
        let fits = matches!(class.shape, Shape::Array(kind, _) if 1 << kind.shift() == bytes);
        assert!(fits && index < vm.array_len(array), "element {index}, of {bytes} bytes, of a {class:?}");
    }
}

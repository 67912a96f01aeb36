//! Accesses to memory, as the compilers' instrumentation tells them: always before they are made.

use core::arch::naked_asm;

use crate::control::{self, ARMED, Event};
use crate::pending::Pending;
use crate::position::with_position;
use crate::protocol::op;
use crate::{crash, heap, spinning, threads};

/// No access is longer; longer ones are several.
const LONGEST: usize = 1 << 16;

/// The running thread is about to access memory.
#[inline]
fn access(address: usize, size: usize, writes: bool, pc: usize) {
    control::inside(|| {
        let kind = if writes { op::WRITE } else { op::READ };
        if !writes {
            spinning::look(threads::current(), pc);
        }
        let pending = Pending::new(kind, address, pc).size(size as u32).direct();
        control::arrive(pending);
        check_use(address, pc);
        if writes {
            control::emit(Event::of(&pending));
            control::note_write(address, size);
        } else {
            // SAFETY: the guest is about to read there; where it cannot, neither can we, and that is its crash.
            let value = unsafe { control::read(address, size) };
            let event = Event::of(&pending);
            control::emit(if size <= 8 { event.value(value) } else { event });
        }
    });
}

/// A block that was freed must not be used.
pub fn check_use(address: usize, pc: usize) {
    if heap::contains(address) && heap::freed_at(address).is_some() {
        crash::of_guest("use after free", pc);
    }
}

/// An access to any number of bytes.
pub fn range(address: usize, size: usize, writes: bool, pc: usize) {
    let mut at = 0;
    while at < size {
        let length = (size - at).min(LONGEST);
        access(address + at, length, writes, pc);
        at += length;
    }
}

/// The hooks of one size: the caller's position goes with the address.
macro_rules! hooks {
    ($($name:ident($size:literal, $writes:literal);)*) => {$(
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        unsafe extern "C" fn $name(address: usize) {
            extern "C" fn slow(address: usize, pc: usize) {
                access(address, $size, $writes, pc);
            }
            naked_asm!(
                "cmp byte ptr [rip + {armed}], 0",
                "jne 2f",
                "ret",
                "2:",
                spinning::note_registers!(),
                "mov rsi, [rsp]",
                "jmp {slow}",
                armed = sym ARMED,
                slow = sym slow,
                registers = sym spinning::REGISTERS,
            )
        }
    )*};
}

hooks! {
    __tsan_read1(1, false);
    __tsan_read2(2, false);
    __tsan_read4(4, false);
    __tsan_read8(8, false);
    __tsan_read16(16, false);
    __tsan_write1(1, true);
    __tsan_write2(2, true);
    __tsan_write4(4, true);
    __tsan_write8(8, true);
    __tsan_write16(16, true);
    __tsan_unaligned_read2(2, false);
    __tsan_unaligned_read4(4, false);
    __tsan_unaligned_read8(8, false);
    __tsan_unaligned_read16(16, false);
    __tsan_unaligned_write2(2, true);
    __tsan_unaligned_write4(4, true);
    __tsan_unaligned_write8(8, true);
    __tsan_unaligned_write16(16, true);
    // `volatile` in C and C++ orders nothing.
    __tsan_volatile_read1(1, false);
    __tsan_volatile_read2(2, false);
    __tsan_volatile_read4(4, false);
    __tsan_volatile_read8(8, false);
    __tsan_volatile_read16(16, false);
    __tsan_volatile_write1(1, true);
    __tsan_volatile_write2(2, true);
    __tsan_volatile_write4(4, true);
    __tsan_volatile_write8(8, true);
    __tsan_volatile_write16(16, true);
    __tsan_unaligned_volatile_read2(2, false);
    __tsan_unaligned_volatile_read4(4, false);
    __tsan_unaligned_volatile_read8(8, false);
    __tsan_unaligned_volatile_read16(16, false);
    __tsan_unaligned_volatile_write2(2, true);
    __tsan_unaligned_volatile_write4(4, true);
    __tsan_unaligned_volatile_write8(8, true);
    __tsan_unaligned_volatile_write16(16, true);
}

/// A read and then a write of the same memory, which some compilers tell as one.
macro_rules! both {
    ($($name:ident($size:literal);)*) => {$(
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        unsafe extern "C" fn $name(address: usize) {
            extern "C" fn slow(address: usize, pc: usize) {
                access(address, $size, false, pc);
                access(address, $size, true, pc);
            }
            naked_asm!(
                "cmp byte ptr [rip + {armed}], 0",
                "jne 2f",
                "ret",
                "2:",
                spinning::note_registers!(),
                "mov rsi, [rsp]",
                "jmp {slow}",
                armed = sym ARMED,
                slow = sym slow,
                registers = sym spinning::REGISTERS,
            )
        }
    )*};
}

both! {
    __tsan_read_write1(1);
    __tsan_read_write2(2);
    __tsan_read_write4(4);
    __tsan_read_write8(8);
    __tsan_read_write16(16);
    __tsan_unaligned_read_write2(2);
    __tsan_unaligned_read_write4(4);
    __tsan_unaligned_read_write8(8);
    __tsan_unaligned_read_write16(16);
}

extern "C" fn read_range_at(address: usize, size: usize, pc: usize) {
    if control::is_armed() {
        range(address, size, false, pc);
    }
}

extern "C" fn write_range_at(address: usize, size: usize, pc: usize) {
    if control::is_armed() {
        range(address, size, true, pc);
    }
}

/// A constructor or destructor sets the pointer to the virtual functions: only a change counts.
extern "C" fn vptr_update_at(address: usize, new: usize, pc: usize) {
    // SAFETY: the object is there.
    if control::is_armed() && unsafe { (address as *const usize).read() } != new {
        access(address, 8, true, pc);
    }
}

extern "C" fn vptr_read_at(address: usize, pc: usize) {
    if control::is_armed() {
        access(address, 8, false, pc);
    }
}

with_position! {
    __tsan_read_range / 2 => read_range_at;
    __tsan_write_range / 2 => write_range_at;
    __tsan_vptr_update / 2 => vptr_update_at;
    __tsan_vptr_read / 1 => vptr_read_at;
}

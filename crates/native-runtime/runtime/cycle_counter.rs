//! The processor's counter of cycles shows virtual time, like every clock: the instructions that read it trap, and are done here.

use crate::{sys, time};

/// `rdtsc`, and `rdtscp`, which also tells the processor.
const READ: [u8; 2] = [0x0f, 0x31];
const READ_WITH_PROCESSOR: [u8; 3] = [0x0f, 0x01, 0xf9];

/// The registers' places in what the kernel hands to a handler.
const RDX: usize = 12;
const RAX: usize = 13;
const RCX: usize = 14;
const RIP: usize = 16;

/// From now on reading the counter is a fault of memory. Where the kernel does not let us, the guest sees the real counter.
pub fn install() {
    sys::trap_cycle_counter();
}

/// Does the instruction at which a thread has stopped, if it reads the counter: whether that is so.
pub fn read(registers: &mut [usize; 23]) -> bool {
    let at = registers[RIP] as *const u8;
    // SAFETY: a thread came here, so that one byte is code; one that ends where its page does is none of these.
    let begins = unsafe { at.read() } == READ[0];
    // SAFETY: this byte begins an instruction of two bytes or more.
    if !begins || !matches!(unsafe { at.add(1).read() }, 0x31 | 0x01) {
        return false;
    }
    // SAFETY: as before, and what begins with the two bytes 0f 01 has three.
    let code = |length: usize| unsafe { core::slice::from_raw_parts(at, length) };
    let length = match code(2)[1] {
        0x31 => READ.len(),
        _ if code(3) == READ_WITH_PROCESSOR => READ_WITH_PROCESSOR.len(),
        _ => return false,
    };
    // A cycle is a nanosecond.
    let cycles = time::uptime() as usize;
    registers[RAX] = cycles & 0xffff_ffff;
    registers[RDX] = cycles >> 32;
    if length == READ_WITH_PROCESSOR.len() {
        registers[RCX] = 0;
    }
    registers[RIP] += length;
    true
}

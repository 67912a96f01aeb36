//! Bytes of a connection may arrive in pieces: a read that gets several could have got fewer.
//!
//! Where that was asked for, how many is a choice of the schedule, made in a step of its own before the read: up to so many, or all that is there.
//! The choice does not look at what is there, so it depends on nothing. Sizes that were not tried make a search incomplete.

use deadheat_event::Done;

use crate::host::network::Protocol;
use crate::vm::natives::Seen;
use crate::vm::{Trap, Vm, VmResult};

/// So many sizes are tried, the last of them without a limit.
const SIZES: usize = 8;

/// Scratch word: one more than what was chosen; 0 before.
const CHOSEN: u32 = 1;

/// How many sizes a read into so many bytes can choose from.
fn sizes(length: usize) -> usize {
    length.min(SIZES)
}

fn is_stream(vm: &Vm, fd: i32) -> bool {
    vm.host.network().protocol(fd) == Some(Protocol::Tcp)
}

/// The choice that comes before a read of up to so many bytes, if it was not made yet.
pub(in crate::vm::natives) fn pending(vm: &Vm, fd: i32, length: usize) -> Option<Seen> {
    let is_open = vm.shared.config.pieces && length > 1 && vm.asked_scratch(CHOSEN) == 0 && is_stream(vm, fd);
    is_open.then(|| Seen { kind: Done::Choose { options: sizes(length) as u32, chosen: 0 }, blocked: None })
}

/// How many bytes the read of the native that runs may give. It is entered again once that is chosen.
pub(in crate::vm::natives) fn limit(vm: &mut Vm, length: usize) -> VmResult<usize> {
    if let Some(chosen) = vm.chosen_value.take() {
        vm.set_scratch(CHOSEN, u64::from(chosen) + 1);
        return Err(Trap::Retry);
    }
    Ok(match vm.scratch(CHOSEN) as usize {
        chosen if chosen > 0 && chosen < sizes(length) => chosen,
        _ => length,
    })
}

/// A read without a limit has given so many bytes: fewer would have been possible, too.
pub(in crate::vm::natives) fn note(vm: &Vm, fd: i32, length: usize, given: usize) {
    let tried = if vm.scratch(CHOSEN) == 0 { 1 } else { sizes(length) };
    if given > tried && is_stream(vm, fd) {
        vm.note_blind_spot(vm.frame_method(vm.frame));
    }
}

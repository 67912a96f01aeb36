//! Addresses as places that have the same name on all paths.

use crate::protocol::{Place, block};
use crate::{heap, shadow_stack, threads};

/// What an address is a part of.
pub fn place(address: usize) -> Place {
    let mut place = Place { address: address as u64, ..Place::default() };
    if heap::contains(address) {
        if let Some((header, start)) = heap::block_at(address) {
            place.block = header.name;
            place.offset = (address - start) as u32;
            place.size = header.size.min(u32::MAX as usize) as u32;
            place.stack = header.stack;
        }
    } else if let Some(thread) = threads::stack_owner(address) {
        place.block = block::STACK | u64::from(thread.id);
        place.offset = (address - thread.stack_low) as u32;
        if let Some((node, below)) = shadow_stack::frame_of(thread, address) {
            place.stack = node;
            place.frame_offset = below;
        }
    }
    place
}

/// A word that is the same for the same place on all paths of one family of processes: for digests.
#[inline]
pub fn name(place: &Place) -> u64 {
    match place.block {
        0 => place.address,
        block => block.rotate_left(20) ^ u64::from(place.offset),
    }
}

//! `java.lang.management`: what the library's beans ask the machine. The beans and their server are the library's own.
//!
//! What a guest sees here is a function of its path, as everything else: time is virtual, memory is the guest's own heap, classes are counted
//! when they are initialised. What would have to be counted beside the state, or measured, is answered with the library's word for "undefined":
//! collections, allocated bytes, loads of processors. Diagnostic commands, flags and notifications of collections do not exist.

mod memory;
mod system;
mod threads;

use super::Native;

pub(super) static NATIVES: &[&[Native]] = &[memory::NATIVES, system::NATIVES, threads::NATIVES];

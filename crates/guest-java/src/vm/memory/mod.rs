//! Where a guest's state lives: the arena, its layout, objects in it, and garbage.

pub mod arena;
mod array_owner;
pub(crate) mod collect;
pub(crate) mod heap;
pub(crate) mod label;
pub(crate) mod layout;
mod leaked;
pub(crate) mod table;

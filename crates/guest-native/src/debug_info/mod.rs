//! What a native program's debug information tells: lines and inlined calls, variables and their fields, types and values.
//!
//! [`Module`] is one ELF file and answers all questions about it, from DWARF 2 to 5, of C, C++ and Rust. Every answer is for people:
//! no analysis depends on it. So the rule is *less, not wrong*: what is not told, or is broken, is left out.
//!
//! What can be missed: optimised code keeps variables in registers, where they have no address; code that an optimiser has merged from
//! several lines has none; the type of a heap block is guessed from its size (`blocks`); which part of a union is meant, from
//! the access's size (`member`). Debug information in files of its own (`.dwo`, `.debug`) is not looked for.

mod blocks;
mod cache;
mod elf;
mod examine;
mod frames;
mod index;
mod info;
mod lines;
mod locals;
mod member;
mod module;
mod names;
mod range_map;
mod readable;
mod types;
mod unwind;
mod value;
mod variables;

pub use elf::ModuleError;
pub use examine::{Examined, RUNTIME_SYMBOL, examine};
pub use frames::Frame;
pub use lines::Place;
pub use locals::Local;
pub use member::{Member, Step};
pub use module::Module;
pub use types::TypeId;
pub use variables::Variable;

//! A [`Guest`](deadheat_machine::Guest) for native programs, written in C, C++ or Rust.

pub mod debug_info;
pub mod front;

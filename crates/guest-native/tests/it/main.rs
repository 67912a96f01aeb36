//! The tests of native guests, in one program: each would link everything again.

mod command_lines;
mod common;
mod compiles;
mod packages;

//! The tests of native guests, in one program: each would link everything again.

mod broken;
mod build;
mod command_lines;
mod common;
mod compiles;
mod examine;
mod going_back;
mod locals;
mod packages;
mod places;
mod shapes;

//! The tests of the analyses, in one program: each would link everything again.

mod bytes;
mod common;
mod eraser;
mod happens_before;
mod lock_tree;
mod memory;
mod rabbit;
mod repeats;
mod tables;
mod trace;

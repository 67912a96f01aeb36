//! The tests of machines, schedulers and drivers, in one program: each would link everything again.

mod replay;
mod schedulers;

//! The tests of events and their files, in one program: each would link everything again.

mod numbered;
mod schedule;
mod trace;

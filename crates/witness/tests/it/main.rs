//! The tests of witnesses and checks, in one program: each would link everything again.

mod active_testing;
mod checks;
mod crew;
mod minimise;
mod predicted;
mod serializability;

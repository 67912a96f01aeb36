//! The tests of searches, in one program: each would link everything again.

mod commutation;
mod corpus;
mod faults;
mod guest;
mod parts;
mod pools;
mod strategies;
mod twins;

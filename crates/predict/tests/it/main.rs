//! The tests of predictions, in one program: each would link everything again.

mod text;

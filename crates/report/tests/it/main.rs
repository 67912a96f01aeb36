//! The tests of the reports, in one program: each would link everything again.

mod browser;
mod devtools;
mod schemas;
mod text;

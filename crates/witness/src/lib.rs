//! From a warning to a verdict.
//!
//! A [`Checker`] runs a guest once under all analyses, then looks for the schedule that proves each warning, with one technique
//! after the other ([`check`], [`active`]), and makes a proof of what it finds: a short schedule, replayed from the program's start on a
//! fresh machine ([`prove`]). What comes out is a [`result`]: values with names, which the report crate puts into words.
//! This crate knows no language and no kind of guest.

pub mod active;
pub mod check;
pub mod crew;
mod error;
pub mod finding;
mod follows;
pub mod goal;
pub mod landmarks;
mod names;
mod options;
mod ownership;
pub mod predicted;
pub mod prove;
pub mod race_pair;
pub mod result;
pub mod stage;
mod story;

pub use check::{Announce, CheckProgress, Checked, Checker};
pub use error::CheckError;
pub use names::Namer;
pub use options::{CheckOptions, STEADY};
pub use ownership::Ownership;
pub use prove::{Proof, Prover, confirm};
pub use story::Narrator;

//! From a warning to a verdict.

pub mod result;

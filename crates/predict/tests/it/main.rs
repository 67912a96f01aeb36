//! Tests of prediction from the outside: engines and validator against a brute-force oracle.

mod oracle;
mod papers;
mod random;
mod sketch;
mod sync_preserving;
mod validator;

//! Tests of prediction: engines and validator against a brute-force oracle, and the text format.

mod csp;
mod maximal;
mod oracle;
mod papers;
mod random;
mod sketch;
mod sync_preserving;
mod text;
mod validator;

//! Results on stdout. A result that did not get there is a failure: who reads it must not take a part for the whole.

use std::io::{self, ErrorKind, Write as _};

use super::failure::Failure;

/// Prints a result.
///
/// # Errors
/// If not all of it could be written. A reader who has closed the pipe needs no message, but the exit code says so.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    wrote(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()))
}

/// What an attempt to print a result came to.
///
/// # Errors
/// If it failed.
pub fn wrote(done: io::Result<()>) -> Result<(), Failure> {
    done.map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Failure::ClosedPipe,
        _ => Failure::usage(format!("cannot write to the standard output: {error}"), "check where it goes to"),
    })
}

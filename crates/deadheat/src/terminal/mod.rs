//! What a terminal shows and is asked: how wide it is, progress, failures, how a run ended.

pub mod bundle;
pub mod failure;
pub mod interrupt;
pub mod outcome;
pub mod panic;
pub mod progress;
pub mod stdout;

/// Prints a line on stderr, for a person; one who has gone away misses it, and nothing else happens.
#[macro_export]
macro_rules! note {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($text)*);
    }};
}

/// Where nothing better is known.
const USUAL: usize = 80;

/// How many columns there are: as `COLUMNS` says, else as the terminal does.
#[must_use]
pub fn columns(terminal: bool, measured: impl FnOnce() -> Option<usize>) -> usize {
    if !terminal {
        return USUAL;
    }
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    told.or_else(measured).filter(|&columns| columns >= 30).unwrap_or(USUAL)
}

//! Why a trace cannot be read.

use std::io;

use super::VERSION;

/// A trace that cannot be read (any further).
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The file does not begin like a trace.
    #[error("not a trace; make one with `deadheat run --trace FILE`")]
    NotATrace,
    /// A version that this program cannot read.
    #[error(
        "trace version {0} is not known here, only {VERSION} is; record it again or use the deadheat that wrote it"
    )]
    Version(u32),
    /// The file ends in mid-record, or without its last record.
    #[error("the trace was cut short: the run that wrote it did not end properly; record it again")]
    Truncated,
    /// The file holds something that no writer writes.
    #[error("the trace is damaged ({0}); record it again")]
    Corrupt(&'static str),
    /// The file cannot be read.
    #[error("cannot read the trace: {0}")]
    Io(io::Error),
}

impl From<io::Error> for TraceError {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::UnexpectedEof { Self::Truncated } else { Self::Io(error) }
    }
}

//! What can be wrong with a trace: where, what, and what a trace must be like instead.

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::history::IllFormed;

/// A trace cannot be read.
#[derive(Debug)]
pub struct ReadError {
    /// The file, if it was one.
    pub file: Option<PathBuf>,
    /// The line, from 1; none if not even the first could be read.
    pub line: Option<u64>,
    /// What is wrong with it.
    pub problem: Problem,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{}: ", file.display())?;
        }
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        self.problem.fmt(f)
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        std::error::Error::source(&self.problem)
    }
}

/// What is wrong with a line of a trace.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum Problem {
    #[error("cannot be read: {0}")]
    Io(#[source] io::Error),
    #[error("the compressed data end too early: a trace in gzip must be whole; make it or copy it again")]
    TruncatedGzip,
    #[error("the compressed data are damaged: a trace in gzip must be whole; make it or copy it again")]
    DamagedGzip,
    #[error("longer than 64 KiB: a trace must have one event on each line")]
    TooLong,
    #[error("a name that is no text: a trace must be in UTF-8, without control characters")]
    NotText,
    #[error("`{0}` is no event: a trace must have lines like T0|r(V1)|345, with thread, operation and location")]
    NoEvent(String),
    #[error(
        "`{0}` is no operation that is known: a trace must have those of RAPID's STD format (r w acq rel fork join) or of ours (see the \
         documentation of deadheat_predict::text)"
    )]
    UnknownOperation(String),
    #[error("`{0}` needs to know on what: a trace must name it in brackets, like r(V1), and two like wait(L1,C1)")]
    NoObject(String),
    #[error("`{0}` is no number of permits: a trace must have a number there, from 0 to 4294967295, like up(S1,2)")]
    NoNumber(String),
    #[error(
        "`{0}` in the fourth column: a trace must have a value with = there, like T0|r(V1)|345|=17, of a variable, or nothing"
    )]
    NoValue(String),
    #[error("{words}")]
    IllFormed {
        #[source]
        error: IllFormed,
        /// The same with the trace's own names, and with what a trace must be like.
        words: String,
    },
    #[error("passes {0}, where it has not arrived: a trace must have arrive({0}) before pass({0}), by the same thread")]
    NotArrived(String),
    #[error("there are more than 4 billion names: a trace must be cut into smaller ones")]
    TooManyNames,
}

/// The most characters of a trace that a message has.
const EXCERPT: usize = 60;

/// What can be shown of something in a trace.
pub(super) fn excerpt(bytes: &[u8]) -> String {
    // No character has more than 4 bytes.
    let start = &bytes[..bytes.len().min(4 * EXCERPT + 4)];
    let text = String::from_utf8_lossy(start);
    let shown = |letter: char| if letter.is_control() { '\u{fffd}' } else { letter };
    let mut short: String = text.chars().take(EXCERPT).map(shown).collect();
    if text.chars().nth(EXCERPT).is_some() {
        short.push('…');
    }
    short
}

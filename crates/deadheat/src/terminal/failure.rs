//! Why deadheat itself failed, and with which exit code. What the guest does is no failure.

use std::fmt;

/// The exit code of a run that a deadlock ended, and, as with `java`, of an uncaught exception.
pub const EXIT_ERROR_FOUND: u8 = 1;
/// The exit code for what the user can mend: options, files, the JDK.
pub const EXIT_USAGE: u8 = 2;
/// The exit code for what only deadheat's authors can mend.
pub const EXIT_INTERNAL: u8 = 3;
/// The exit code of a run that was stopped before the guest had ended.
pub const EXIT_STOPPED: u8 = 4;

/// The exit code when the reader of the result has gone before its end: what a shell reports for programs that SIGPIPE ends.
pub const EXIT_CLOSED_PIPE: u8 = 141;

/// Why deadheat could not do what it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The user can mend it: what is wrong, and the remedy.
    Usage {
        /// What is wrong.
        problem: String,
        /// What to do about it.
        remedy: String,
    },
    /// Only deadheat's authors can mend it.
    Internal(String),
    /// The reader of the result has closed the pipe, and needs no message.
    ClosedPipe,
}

impl Failure {
    /// A failure that the user can mend.
    pub fn usage(problem: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::Usage { problem: problem.into(), remedy: remedy.into() }
    }

    /// The exit code that goes with it.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Usage { .. } => EXIT_USAGE,
            Self::Internal(_) => EXIT_INTERNAL,
            Self::ClosedPipe => EXIT_CLOSED_PIPE,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ClosedPipe => f.write_str("the reader of the result has closed the pipe"),
            Self::Usage { problem, remedy } if remedy.is_empty() => write!(f, "error: {problem}"),
            Self::Usage { problem, remedy } => write!(f, "error: {problem}; {remedy}"),
            Self::Internal(what) => write!(
                f,
                "internal error: {what}; this is a fault of deadheat {}, not of your program: please report it at {}/issues, with \
                 the file that --bundle FILE writes (the command line, versions, the schedule, where it failed) and, if you can, the \
                 program",
                env!("CARGO_PKG_VERSION"),
                env!("CARGO_PKG_REPOSITORY"),
            ),
        }
    }
}

impl From<deadheat_machine::GuestError> for Failure {
    /// A guest that cannot be opened or started is the user's to mend.
    fn from(error: deadheat_machine::GuestError) -> Self {
        Self::usage(error.problem, error.remedy)
    }
}

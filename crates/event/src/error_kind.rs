//! The kinds of errors.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What kind of error something is: the one list for analyses, searches, witnesses and reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorKind {
    /// A dead heat: two threads about to touch the same memory, at least one to write, nothing to order them.
    Race,
    /// Threads that wait for each other.
    Deadlock,
    /// A thread that waits for a signal which no thread will give.
    LostSignal,
    /// A block that is not one indivisible operation.
    Atomicity,
    /// An exception that the thread did not catch, or an assertion that failed.
    Uncaught,
    /// Threads that go round in a cycle of states for ever.
    Livelock,
    /// No error: a position in the program that was asked for, and that a thread reaches.
    Target,
    /// A test that fails.
    FailingTest,
    /// Output, or an exit code, that is not what was expected.
    DifferingOutput,
}

impl ErrorKind {
    /// All kinds, in order.
    pub const ALL: [Self; 9] = [
        Self::Race,
        Self::Deadlock,
        Self::LostSignal,
        Self::Atomicity,
        Self::Uncaught,
        Self::Livelock,
        Self::Target,
        Self::FailingTest,
        Self::DifferingOutput,
    ];

    /// The name of the kind in files and on the command line.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Race => "race",
            Self::Deadlock => "deadlock",
            Self::LostSignal => "lost-signal",
            Self::Atomicity => "atomicity",
            Self::Uncaught => "uncaught",
            Self::Livelock => "livelock",
            Self::Target => "target",
            Self::FailingTest => "failing-test",
            Self::DifferingOutput => "differing-output",
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

//! An error or possible error, and what is known of it.

use deadheat_analysis::{Atomicity, Deadlock, LockName, Race, ThreadName};
use deadheat_event::{ErrorKind, LockMode, SourcePos};
use serde::{Deserialize, Serialize};

use super::{Course, Doing, Effort, Reordering, Technique, Witness};

/// An error or possible error, and what is known of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// The same for the same error in another run: `race-` and a hash of what and where.
    pub id: String,
    /// What it is.
    pub error: FoundError,
    /// Our verdict.
    pub verdict: Verdict,
    /// The threads that take part: two for a race, the cycle for a deadlock, the one that throws.
    pub participants: Vec<Participant>,
    /// How often the analyses saw it.
    pub count: u64,
    /// The suppression that hides it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suppressed_by: Option<String>,
    /// Whether it is inside a library, and no error of the program's own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_library: bool,
    /// The proof, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<Witness>,
    /// The order of events that leads to it, if it was predicted from a trace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reordering: Option<Reordering>,
    /// What was tried, in order.
    pub attempts: Vec<Attempt>,
}

impl Finding {
    /// What leads to it: in its witness, or as it was predicted.
    #[must_use]
    pub fn course(&self) -> Option<Course<'_>> {
        self.witness.as_ref().map(Witness::course).or_else(|| self.reordering.as_ref().map(Reordering::course))
    }
}

/// An error, with what it is on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum FoundError {
    /// A dead heat: two threads at the same memory at once.
    Race {
        /// What both touch: `Account.balance`.
        target: String,
        /// The warning that it came from.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        warning: Option<Box<Race>>,
    },
    /// Threads that wait for each other.
    Deadlock {
        /// The locks of the cycle.
        locks: Vec<String>,
        /// The warning that it came from.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        warning: Option<Box<Deadlock>>,
    },
    /// A thread that waits for a signal which no thread will give.
    LostSignal {
        /// What it waits on.
        target: String,
    },
    /// A block that is not one indivisible operation.
    Atomicity {
        /// The function that is the block, or that contains it.
        block: String,
        /// The warning that it came from.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        warning: Option<Box<Atomicity>>,
    },
    /// An exception that its thread did not catch.
    Uncaught {
        /// The exception, as the guest shows it.
        message: String,
    },
    /// Threads that go round in a cycle of states for ever.
    Livelock {
        /// How many steps a round has.
        round: u64,
    },
    /// A test that fails.
    FailingTest {
        /// The test.
        test: String,
        /// What it failed of, as the guest shows it.
        message: String,
        /// What it expected, where its assertion says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expected: Option<String>,
        /// What it found.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        actual: Option<String>,
    },
    /// Output, or an exit code, that is not what was expected.
    DifferingOutput {
        /// What differs.
        message: String,
        /// What was expected, from the first line that differs on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expected: Option<String>,
        /// What came.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        actual: Option<String>,
        /// The command that shows the run with which it is compared, if it is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        first: Option<String>,
    },
    /// No error: a place in the program that was asked for, and that a thread reaches.
    Target {
        /// The place: `Account.java:10`.
        line: String,
    },
}

impl FoundError {
    /// What kind of error it is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Race { .. } => ErrorKind::Race,
            Self::Deadlock { .. } => ErrorKind::Deadlock,
            Self::LostSignal { .. } => ErrorKind::LostSignal,
            Self::Atomicity { .. } => ErrorKind::Atomicity,
            Self::Uncaught { .. } => ErrorKind::Uncaught,
            Self::Livelock { .. } => ErrorKind::Livelock,
            Self::FailingTest { .. } => ErrorKind::FailingTest,
            Self::DifferingOutput { .. } => ErrorKind::DifferingOutput,
            Self::Target { .. } => ErrorKind::Target,
        }
    }
}

/// What we say of an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// A schedule was replayed from the start and ended in it.
    Witnessed {
        /// The technique that found it.
        technique: Technique,
    },
    /// A race of the memory model that is no dead heat in any state: nothing orders its accesses in a run, because one thread gets at
    /// what they touch by another race.
    Follows {
        /// The ids of the races that it follows from, or may follow from; empty if those are marked as meant.
        from: Vec<String>,
    },
    /// A correct reordering of a trace leads to it. Nothing was replayed: there was no program.
    Predicted {
        /// The engine that found it.
        engine: String,
    },
    /// The whole state space was searched, and it is not there.
    Refuted,
    /// It is not known whether it is real.
    Unresolved {
        /// Why not.
        reason: Unresolved,
        /// What to try next: a command.
        next: String,
    },
}

/// Why a finding is unresolved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unresolved {
    /// The time was over before it was looked at.
    #[default]
    NotTried,
    /// None of the techniques that were tried found it.
    NotFound,
    /// It was predicted from a run, and no schedule was looked for. From a trace: by an order in which reads see something else.
    Predicted,
    /// A schedule was found, but its replay on a fresh machine did not end in the error.
    ReplayFailed,
    /// It is suppressed, so it was not looked at.
    Suppressed,
}

impl Verdict {
    /// Its name in files.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        match self {
            Self::Witnessed { .. } => "witnessed",
            Self::Follows { .. } => "follows",
            Self::Predicted { .. } => "predicted",
            Self::Refuted => "refuted",
            Self::Unresolved { .. } => "unresolved",
        }
    }
}

/// A thread's part in an error, at the end of the witness or the reordering (or, without one, in the run that warned).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Participant {
    /// The thread.
    pub thread: ThreadName,
    /// Its situation.
    pub doing: Doing,
    /// Where in the program's code.
    pub place: SourcePos,
    /// The stack, innermost call first.
    pub stack: Vec<SourcePos>,
    /// The locks that it holds.
    pub locks: Vec<(LockName, LockMode)>,
    /// The lock that it waits for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wants: Option<LockName>,
}

/// One thing that was tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    /// The technique.
    pub technique: Technique,
    /// What became of it.
    pub outcome: AttemptOutcome,
    /// What it took.
    pub effort: Effort,
}

/// What became of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AttemptOutcome {
    /// A schedule was found.
    Found,
    /// None was found.
    NotFound,
    /// None was found within the bounds of a search.
    BoundsReached,
    /// Every state was searched.
    SearchedAll,
    /// It was predicted while something else was looked for, and not met.
    PredictedOnly,
    /// A schedule was found, but its replay did not prove the error.
    ReplayFailed,
}

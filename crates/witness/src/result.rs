//! What `deadheat check` found, as values that reports are made of and files keep.

use deadheat_analysis::{Atomicity, Deadlock, LockName, Race, ThreadName};
use deadheat_event::{LockMode, SourcePos, ThreadId};
use serde::{Deserialize, Serialize};

use crate::goal::Goal;

/// The version of the result file.
pub const VERSION: u32 = 1;

/// Everything that a check found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckResult {
    /// The version of this form.
    pub version: u32,
    /// The version of deadheat that made it.
    pub deadheat: String,
    /// What was checked.
    pub guest: GuestInfo,
    /// The findings, best first: witnessed ones, then unresolved ones, then refuted ones.
    pub findings: Vec<Finding>,
    /// What it took.
    pub effort: Effort,
    /// Whether the whole state space was searched: what was not found does not exist.
    pub complete: bool,
    /// If not, what ended the search.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bounds: Vec<String>,
    /// Suppressions that hid nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unused_suppressions: Vec<String>,
}

impl CheckResult {
    /// The result of a check that has found nothing yet.
    #[must_use]
    pub fn new(guest: GuestInfo) -> Self {
        Self {
            version: VERSION,
            deadheat: env!("CARGO_PKG_VERSION").to_owned(),
            guest,
            findings: Vec::new(),
            effort: Effort::default(),
            complete: false,
            bounds: Vec::new(),
            unused_suppressions: Vec::new(),
        }
    }
}

/// A program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuestInfo {
    /// Its main class or jar.
    pub name: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The feature version of the JDK.
    pub jdk: u32,
    /// A hash of the guest's own classes, in hexadecimal: another program is another guest.
    pub classes: String,
}

/// What a check, or a part of it, took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Effort {
    /// Seconds on the clock on the wall.
    pub seconds: f64,
    /// Complete runs of the guest.
    pub runs: u64,
    /// Steps made.
    pub steps: u64,
    /// States visited by searches.
    pub states: u64,
    /// The most memory that searches used, in bytes.
    pub memory: u64,
}

/// An error or possible error, and what we know of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// The same for the same error in another run: `race-` and a hash of what and where.
    pub id: String,
    /// What it is.
    pub error: FoundError,
    /// What we say of it.
    pub verdict: Verdict,
    /// Those who take part: two for a race, the circle for a deadlock, whoever throws.
    pub participants: Vec<Participant>,
    /// Why nothing orders them, or why nobody goes on, in sentences.
    pub reasons: Vec<String>,
    /// How often the analyses saw it.
    pub count: u64,
    /// The suppression that hides it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suppressed_by: Option<String>,
    /// The proof, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<Witness>,
    /// What was tried, in order.
    pub attempts: Vec<Attempt>,
}

/// The kinds of errors.
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
        /// The locks of the circle.
        locks: Vec<String>,
        /// The warning that it came from.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        warning: Option<Box<Deadlock>>,
    },
    /// A thread that waits for a signal which nobody will give.
    LostSignal {
        /// What it waits on.
        target: String,
    },
    /// A block that is not one indivisible operation.
    Atomicity {
        /// The method that is the block, or that contains it.
        block: String,
        /// The warning that it came from.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        warning: Option<Box<Atomicity>>,
    },
    /// An exception that nobody caught.
    Uncaught {
        /// The exception, as the guest shows it.
        message: String,
    },
    /// Threads that go round in circles for ever.
    Livelock {
        /// How many steps a round has.
        round: u64,
    },
    /// No error: a place in the program that was asked for, and that a thread gets to.
    Target {
        /// The place: `Account.java:10`.
        line: String,
    },
}

/// What we say of an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// A schedule was replayed from the start and ended in it.
    Witnessed {
        /// The means that found it.
        means: Means,
    },
    /// The whole state space was searched, and it is not there.
    Refuted,
    /// We don't know.
    Unresolved {
        /// Why not.
        reason: String,
        /// What to try next: a command.
        next: String,
    },
}

/// The means, cheapest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Means {
    /// It happened in the run itself, or next to it.
    Run,
    /// The recorded run, extended with one thread held back.
    PrefixExtension,
    /// Threads driven to where they meet.
    Driving,
    /// A search for a target, from a prefix of the run.
    TargetSearch,
    /// A search in which only the threads that matter run.
    Window,
    /// A plain search.
    Search,
}

/// A thread's part in an error, at the end of the witness (or, without one, in the run that warned).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Participant {
    /// Who.
    pub thread: ThreadName,
    /// In words: `is about to write Account.balance`.
    pub doing: String,
    /// Where in the guest's code.
    pub place: SourcePos,
    /// The stack, innermost call first.
    pub stack: Vec<SourcePos>,
    /// The locks that it holds.
    pub locks: Vec<(LockName, LockMode)>,
    /// The lock that it waits for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wants: Option<LockName>,
}

/// A schedule that proves an error.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Witness {
    /// The schedule, in the text form of a schedule file.
    pub schedule: String,
    /// How many steps it has.
    pub steps: u64,
    /// How often it changes from one thread to another.
    pub switches: u64,
    /// All threads of the run.
    pub threads: Vec<ThreadName>,
    /// What it ends in, for a replay to compare.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Goal>,
    /// What happens, step by step; long ones are cut in the middle, and say so by a gap in the numbers.
    pub interleaving: Vec<Moment>,
}

/// One event of a witness.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// The number of the step that it belongs to, from 0.
    pub step: u64,
    /// Who.
    pub thread: ThreadId,
    /// What.
    pub act: Act,
    /// Where in the guest's code; none when no code of the guest is on the stack.
    pub place: Option<SourcePos>,
    /// The library method that did it, when it was not the guest's own code: `java.util.ArrayList.add`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library: Option<String>,
    /// Whether it has to do with the error: touches the same memory or locks.
    pub relevant: bool,
    /// Why the schedule changed to this thread here: `T1 is held back, about to write 5 to Account.balance`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub switch: Option<String>,
}

/// What a thread did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the fields are what their names say")]
pub enum Act {
    /// Began.
    Begin,
    /// Ended.
    End,
    /// Read memory.
    Read { target: String, value: Option<String>, volatile: bool },
    /// Wrote memory.
    Write { target: String, value: Option<String>, volatile: bool },
    /// Read and wrote at once.
    Update { target: String, old: Option<String>, new: Option<String>, wrote: bool },
    /// Took a lock.
    Acquire { lock: String, shared: bool },
    /// Tried to take a lock.
    TryAcquire { lock: String, shared: bool, acquired: bool },
    /// Gave a lock back.
    Release { lock: String, shared: bool },
    /// Waits for a notification, without the lock.
    Wait { condition: String, timed: bool },
    /// Goes on after waiting.
    Wake { condition: String, how: String },
    /// Notified waiters.
    Notify { condition: String, all: bool, woken: Vec<ThreadId> },
    /// Started a thread.
    Start { thread: ThreadId },
    /// Saw that a thread has ended.
    Join { thread: ThreadId },
    /// Anything else, in words.
    Other { what: String },
    /// The last thing: what the thread is about to do, or stuck at, when the witness ends.
    About { what: String },
}

/// One thing that was tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    /// The means.
    pub means: Means,
    /// What became of it, in words.
    pub outcome: String,
    /// What it took.
    pub effort: Effort,
}

impl FoundError {
    /// `race`, `deadlock`, `lost-signal`, `atomicity`, `uncaught`, `livelock` or `target`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Race { .. } => "race",
            Self::Deadlock { .. } => "deadlock",
            Self::LostSignal { .. } => "lost-signal",
            Self::Atomicity { .. } => "atomicity",
            Self::Uncaught { .. } => "uncaught",
            Self::Livelock { .. } => "livelock",
            Self::Target { .. } => "target",
        }
    }

    /// One line for a person: what it is, and on what.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Self::Race { target, .. } => format!("data race on {target}"),
            Self::Deadlock { locks, .. } => format!("deadlock on {}", locks.join(", ")),
            Self::LostSignal { target } => format!("lost signal: a thread waits for ever on {target}"),
            Self::Atomicity { block, .. } => format!("{block} is not atomic"),
            Self::Uncaught { message } => format!("uncaught {message}"),
            Self::Livelock { round } => format!("livelock: threads go round in a circle of {round} steps"),
            Self::Target { line } => format!("a thread gets to {line}"),
        }
    }

    /// The same of something that was only predicted.
    #[must_use]
    pub fn suspicion(&self) -> String {
        match self {
            Self::Atomicity { block, .. } => format!("{block} may not be atomic"),
            _ => format!("possible {}", self.title()),
        }
    }
}

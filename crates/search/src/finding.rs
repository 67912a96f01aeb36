//! Errors that a search has found.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::time::Duration;

use deadheat_event::{LockId, LockMode, Schedule, SiteId, SourcePos, ThreadId};
use rustc_hash::FxHasher;

/// The kinds of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Two threads about to touch the same place, one of them to write, nothing to order them.
    DeadHeat,
    /// Threads that wait for each other, or for something that will never happen.
    Deadlock,
    /// An exception that nobody caught, or an assertion that failed.
    Uncaught,
    /// Threads that go round in a circle for ever.
    Livelock,
    /// What was looked for.
    Target,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DeadHeat => "dead heat",
            Self::Deadlock => "deadlock",
            Self::Uncaught => "uncaught exception",
            Self::Livelock => "livelock",
            Self::Target => "target reached",
        })
    }
}

/// An error, and how to get there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What kind of error.
    pub kind: Kind,
    /// What it is about: the place or the locks by name, the exception as the guest shows it.
    pub what: String,
    /// The threads involved, where they stand.
    pub threads: Vec<Involved>,
    /// The choices that lead from the program's start to the state with the error.
    pub schedule: Schedule,
    /// For a livelock: how many of the schedule's last steps are the circle.
    pub circle: u64,
    /// For a deadlock: whether other threads could still go on, and perhaps break it.
    pub partial: bool,
    /// When it was found.
    pub moment: Moment,
    pub(crate) key: Key,
}

impl Finding {
    /// What makes one better than another of the same error: one that nobody can break, then a short one.
    pub(crate) fn rank(&self) -> (bool, u64) {
        (self.partial, self.schedule.steps())
    }
}

/// A thread that has to do with an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Involved {
    /// The thread.
    pub thread: ThreadId,
    /// Its name.
    pub name: String,
    /// What it is about to do, or waits for.
    pub doing: String,
    /// The place in the code, for comparing; 0 where there is none.
    pub site: SiteId,
    /// Its stack, innermost call first.
    pub stack: Vec<SourcePos>,
    /// The locks that it holds, with their classes.
    pub locks: Vec<(LockId, String, LockMode)>,
}

/// How far a search was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// Different states visited.
    pub states: u64,
    /// Steps made.
    pub steps: u64,
    /// Time passed.
    pub elapsed: Duration,
}

/// Errors with the same key are the same error: same kind, same places in the code, same field or locks by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u64);

impl Key {
    /// The key of an error of this kind at these sites (in any order) about something.
    pub fn new(kind: Kind, sites: &[SiteId], about: impl Hash) -> Self {
        let mut sites = sites.to_vec();
        sites.sort_unstable();
        let mut hasher = FxHasher::default();
        (kind, sites, about).hash(&mut hasher);
        Self(hasher.finish())
    }
}
